import CLinux
import Glibc

/// Whole folders.
enum FileTree {
  /// Removes a folder and all that is in it, as far as that is possible.
  static func remove(_ path: String) {
    for entry in entries(of: path) {
      if entry.isFolder { remove(entry.path) } else { unlink(entry.path) }
    }
    rmdir(path)
  }

  /// How many files there are below a folder.
  static func fileCount(_ path: String) -> Int {
    entries(of: path).reduce(0) { $0 + ($1.isFolder ? fileCount($1.path) : 1) }
  }

  /// Takes the contents of all files below a folder out of the system's memory, to be read from the disk again. How a
  /// file lies in memory depends on how it was written; what was read lies there in the same way for everybody.
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
