// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Operations on whole folders.
enum FileTree {
  /// Removes a folder and all that is in it, as far as that is possible.
  static func remove(_ path: String) {
    for entry in entries(of: path) {
      if entry.isFolder { remove(entry.path) } else { unlink(entry.path) }
    }
    rmdir(path)
  }

  /// Returns the number of files below a folder, at any depth.
  static func fileCount(_ path: String) -> Int {
    entries(of: path).reduce(0) { $0 + ($1.isFolder ? fileCount($1.path) : 1) }
  }

  /// Removes the contents of all files below a folder from the page cache, to be read from the disk again. The layout
  /// of a file in memory depends on how it was written; after reading it is the same for every server.
  static func forgetContents(_ path: String) {
    for entry in entries(of: path) {
      guard !entry.isFolder else {
        forgetContents(entry.path)
        continue
      }
      let file = woof_open(entry.path, O_RDONLY | O_CLOEXEC, 0)
      guard file >= 0 else { continue }
      fsync(file)
      _ = posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
      close(file)
    }
  }

  private static func entries(of path: String) -> [(path: String, isFolder: Bool)] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var entries: [(path: String, isFolder: Bool)] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      entries.append((path: "\(path)/\(name)", isFolder: entry.pointee.d_type == UInt8(DT_DIR)))
    }
    return entries
  }
}
