import Synchronization
import WoofStorage

/// The system's files, of which some calls fail, or wait, as a test says.
final class FaultyFileSystem: FileSystem {
  private struct State {
    var faults: [String: Int32] = [:]
    var waiting: [String: @Sendable () -> Void] = [:]
  }

  private let files = SystemFileSystem()
  private let state = Mutex(State())

  /// From now on calls of that name fail with a number of the system.
  func fail(_ call: String, with number: Int32) { state.withLock { $0.faults[call] = number } }

  /// From now on calls of that name run a closure first.
  func before(_ call: String, _ body: @escaping @Sendable () -> Void) { state.withLock { $0.waiting[call] = body } }

  /// From now on all is well.
  func heal() { state.withLock { $0 = State() } }

  private func check(_ call: String) throws(FileSystemError) {
    let (number, body) = state.withLock { ($0.faults[call], $0.waiting[call]) }
    body?()
    if let number { throw FileSystemError(call, path: "/secret/\(call)", number: number) }
  }

  func createFile(at path: String) throws(FileSystemError) -> Int32 {
    try check("createFile")
    return try files.createFile(at: path)
  }

  func openFile(at path: String) throws(FileSystemError) -> Int32? {
    try check("openFile")
    return try files.openFile(at: path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    try check("write")
    return try files.write(bytes, to: descriptor)
  }

  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try check("synchronizeFile")
    try files.synchronizeFile(descriptor)
  }

  func synchronizeFolder(at path: String) throws(FileSystemError) {
    try check("synchronizeFolder")
    try files.synchronizeFolder(at: path)
  }

  func close(_ descriptor: Int32) { files.close(descriptor) }

  func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64 {
    try check("byteCount")
    return try files.byteCount(of: descriptor)
  }

  func byteCount(at path: String) throws(FileSystemError) -> Int64? { try files.byteCount(at: path) }

  func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try check("rename")
    return try files.rename(path, to: newPath)
  }

  func remove(_ path: String) throws(FileSystemError) { try files.remove(path) }

  func makeFolder(at path: String) throws(FileSystemError) -> Bool {
    try check("makeFolder")
    return try files.makeFolder(at: path)
  }

  func names(in path: String) throws(FileSystemError) -> [String] { try files.names(in: path) }
}
