import Glibc
import Synchronization
import WoofStorage

/// The system's files behind a layer that fails on purpose.
final class FaultyFileSystem: FileSystem {
  /// What happens to a call.
  enum Fate: Sendable {
    /// It succeeds.
    case success
    /// It fails with a number of the system.
    case failure(Int32)
    /// Only so many bytes are written.
    case short(Int)
  }

  /// A call: its name, which is that of the system call, and its path where it has one.
  struct Call: Hashable, Sendable {
    let name: String
    let path: String?
  }

  private struct State {
    var calls: [Call] = []
    var decide: @Sendable (_ call: Call, _ number: Int) -> Fate = { _, _ in .success }
  }

  private let real = SystemFileSystem()
  private let state = Mutex(State())

  /// All calls so far.
  var calls: [Call] { state.withLock { $0.calls } }

  /// Forgets the calls so far, and lets `decide` say what happens to those that come, which are counted from 0.
  func decide(_ decide: @escaping @Sendable (_ call: Call, _ number: Int) -> Fate) {
    state.withLock { state in
      state.calls = []
      state.decide = decide
    }
  }

  /// Lets all calls of a name fail.
  func fail(_ name: String, _ number: Int32) {
    decide { call, _ in call.name == name ? .failure(number) : .success }
  }

  /// Lets a call and all after it do nothing, as if the process had died there.
  func die(at number: Int) {
    decide { _, current in current >= number ? .failure(EIO) : .success }
  }

  /// Lets everything succeed again.
  func heal() { decide { _, _ in .success } }

  func createFile(at path: String) throws(FileSystemError) -> Int32 {
    try check("create", path)
    return try real.createFile(at: path)
  }

  func openFile(at path: String) throws(FileSystemError) -> Int32? {
    try check("open", path)
    return try real.openFile(at: path)
  }

  func openFileForAppending(at path: String) throws(FileSystemError) -> Int32? {
    try check("open", path)
    return try real.openFileForAppending(at: path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    switch next(Call(name: "write", path: nil)) {
    case .success: return try real.write(bytes, to: descriptor)
    case .failure(let number): throw FileSystemError("write", number: number)
    case .short(let count):
      return try real.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: descriptor)
    }
  }

  func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64) {
    real.beginWritingOut(descriptor, from: offset, count: count)
  }

  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try check("fsync")
    try real.synchronizeFile(descriptor)
  }

  func synchronizeFolder(at path: String) throws(FileSystemError) {
    try check("fsync folder", path)
    try real.synchronizeFolder(at: path)
  }

  func synchronizeAll(below path: String) throws(FileSystemError) {
    try check("syncfs", path)
    try real.synchronizeAll(below: path)
  }

  func close(_ descriptor: Int32) { real.close(descriptor) }

  func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64 {
    try check("fstat")
    return try real.byteCount(of: descriptor)
  }

  func byteCount(at path: String) throws(FileSystemError) -> Int64? {
    try check("stat", path)
    return try real.byteCount(at: path)
  }

  func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try check("rename", path)
    return try real.rename(path, to: newPath)
  }

  func link(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try check("link", path)
    return try real.link(path, to: newPath)
  }

  func cut(_ path: String, to byteCount: Int64) throws(FileSystemError) {
    try check("truncate", path)
    try real.cut(path, to: byteCount)
  }

  func remove(_ path: String) throws(FileSystemError) {
    try check("unlink", path)
    try real.remove(path)
  }

  func makeFolder(at path: String) throws(FileSystemError) -> Bool {
    try check("mkdir", path)
    return try real.makeFolder(at: path)
  }

  func removeFolder(at path: String) throws(FileSystemError) {
    try check("rmdir", path)
    try real.removeFolder(at: path)
  }

  func names(in path: String) throws(FileSystemError) -> [String] {
    try check("readdir", path)
    return try real.names(in: path)
  }

  private func check(_ name: String, _ path: String? = nil) throws(FileSystemError) {
    if case .failure(let number) = next(Call(name: name, path: path)) {
      throw FileSystemError(name, path: path, number: number)
    }
  }

  private func next(_ call: Call) -> Fate {
    let (decide, number) = state.withLock { state in
      defer { state.calls.append(call) }
      return (state.decide, state.calls.count)
    }
    return decide(call, number)
  }
}
