// SPDX-License-Identifier: Apache-2.0

/// A folder with all that lies below it.
struct FolderTree {
  let path: String
  let files: any FileSystem

  /// Removes everything in the folder, but what has one of the given names there.
  func removeContents(keeping kept: Set<String> = []) throws(FileSystemError) {
    for name in try files.names(in: path) where !kept.contains(name) {
      try Self.remove("\(path)/\(name)", in: files)
    }
  }

  /// Removes the folder with everything in it, where there is one.
  func remove() throws(FileSystemError) {
    try removeContents()
    try files.removeFolder(at: path)
  }

  private static func remove(_ path: String, in files: any FileSystem) throws(FileSystemError) {
    do throws(FileSystemError) {
      try files.remove(path)
    } catch  where error.isFolder {
      try FolderTree(path: path, files: files).remove()
    }
  }
}
