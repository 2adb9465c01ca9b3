// SPDX-License-Identifier: Apache-2.0

/// Makes the folders that blobs lie in, all at once, so that placing a blob makes none.
enum BlobFolders {
  /// Makes what is missing, and makes sure that a power cut does not take it back.
  static func make(_ layout: BlobLayout, in files: any FileSystem) throws(FileSystemError) {
    try files.makeDurableFolder(at: layout.root)
    for (folder, subfolders) in layout.folders {
      _ = try files.makeFolder(at: folder)
      let names = Set(try files.names(in: folder))
      for name in subfolders where !names.contains(name) { _ = try files.makeFolder(at: "\(folder)/\(name)") }
      // Also where nothing was missing: whoever made them may have died before they were on the disk.
      try files.synchronizeFolder(at: folder)
    }
    try files.synchronizeFolder(at: layout.root)
  }
}
