import Glibc
import Synchronization
import WoofStorage

/// The system's files, and beside them what would be left of them if the power were cut now: a second tree, which gets
/// the entries of a folder when that folder is synchronized, and in which files that were never synchronized are empty.
final class PowerCutFileSystem: FileSystem {
  private let real = SystemFileSystem()
  private let root: String
  private let remains: String
  private let synchronizedFiles = Mutex<Set<UInt64>>([])

  /// Watches the tree below `root`; what would be left of it is kept below `remains`, which must be on the same disk.
  init(root: String, remains: String) {
    self.root = root
    self.remains = remains
  }

  /// Empties those files below `remains` whose bytes were never made safe.
  func cutPower() { emptyUnsafeFiles(in: remains) }

  func createFile(at path: String) throws(FileSystemError) -> Int32 { try real.createFile(at: path) }

  func openFile(at path: String) throws(FileSystemError) -> Int32? { try real.openFile(at: path) }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    _ = synchronizedFiles.withLock { $0.remove(Self.node(of: descriptor)) }
    return try real.write(bytes, to: descriptor)
  }

  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try real.synchronizeFile(descriptor)
    _ = synchronizedFiles.withLock { $0.insert(Self.node(of: descriptor)) }
  }

  func synchronizeFolder(at path: String) throws(FileSystemError) {
    try real.synchronizeFolder(at: path)
    guard path.hasPrefix(root) else { return }
    let copy = remains + path.dropFirst(root.count)
    // Nothing can be found below a folder that is lost itself.
    guard try real.byteCount(at: copy) != nil else { return }
    let names = Set(try real.names(in: path))
    for lost in Set(try real.names(in: copy)).subtracting(names) where rmdir("\(copy)/\(lost)") != 0 {
      try real.remove("\(copy)/\(lost)")
    }
    for name in names {
      if Self.isFolder("\(path)/\(name)") {
        _ = try real.makeFolder(at: "\(copy)/\(name)")
      } else {
        try real.remove("\(copy)/\(name)")
        link("\(path)/\(name)", "\(copy)/\(name)")
      }
    }
  }

  func close(_ descriptor: Int32) { real.close(descriptor) }

  func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64 { try real.byteCount(of: descriptor) }

  func byteCount(at path: String) throws(FileSystemError) -> Int64? { try real.byteCount(at: path) }

  func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try real.rename(path, to: newPath)
  }

  func remove(_ path: String) throws(FileSystemError) { try real.remove(path) }

  func makeFolder(at path: String) throws(FileSystemError) -> Bool { try real.makeFolder(at: path) }

  func names(in path: String) throws(FileSystemError) -> [String] { try real.names(in: path) }

  private func emptyUnsafeFiles(in folder: String) {
    for name in (try? real.names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if Self.isFolder(path) {
        emptyUnsafeFiles(in: path)
      } else if synchronizedFiles.withLock({ !$0.contains(Self.node(at: path)) }) {
        truncate(path, 0)
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func node(of descriptor: Int32) -> UInt64 {
    var status = stat()
    fstat(descriptor, &status)
    return UInt64(status.st_ino)
  }

  private static func node(at path: String) -> UInt64 {
    var status = stat()
    stat(path, &status)
    return UInt64(status.st_ino)
  }
}
