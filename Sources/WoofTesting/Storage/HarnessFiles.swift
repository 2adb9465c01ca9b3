internal import Glibc
internal import Synchronization
internal import WoofStorage

/// The files below the stores of one life of a service: the system's, made to fail or to die where a test says so.
final class HarnessFiles: FileSystem {
  private struct State {
    var fault: StorageFault?
    var isDead = false
    var killPoint: UploadPoint?
    var killed: @Sendable () -> Void = {}
  }

  private let real = SystemFileSystem()
  private let isDurable: Bool
  private let database: DatabaseLayer
  private let state = Mutex(State())

  /// - Parameter isDurable: Whether synchronizing reaches the disk.
  init(isDurable: Bool, database: DatabaseLayer) {
    self.isDurable = isDurable
    self.database = database
  }

  // MARK: Faults

  /// Lets storage fail from now on; `nil` heals it.
  func fail(_ fault: StorageFault?) {
    let isDead = state.withLock { state in
      state.fault = fault
      return state.isDead
    }
    guard !isDead else { return }
    database.heal()
    if let fault { database.fail(fault) }
  }

  /// Lets the service die at a point of the next upload; `killed` is called then, on whatever thread.
  func kill(at point: UploadPoint, _ killed: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.killPoint = point
      state.killed = killed
    }
  }

  /// From now on nothing reaches the disk, as if the process had died.
  func die() {
    state.withLock { $0.isDead = true }
    database.die()
  }

  /// Tells that an upload has come to a point.
  func reach(_ point: UploadPoint) {
    let killed = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.killPoint == point else { return nil }
      state.killPoint = nil
      state.isDead = true
      return state.killed
    }
    guard let killed else { return }
    database.die()
    killed()
  }

  private func check(_ call: String, _ path: String? = nil, writes: Bool = false) throws(FileSystemError) {
    let number: Int32? = state.withLock { state in
      if state.isDead { return EIO }
      return writes && state.fault == .diskFull ? ENOSPC : nil
    }
    if let number { throw FileSystemError(call, path: path, number: number) }
  }

  private func checkSynchronizing(_ call: String) throws(FileSystemError) {
    try check(call)
    if state.withLock({ $0.fault == .synchronizationFails }) { throw FileSystemError(call, number: EIO) }
  }

  // MARK: FileSystem

  func createFile(at path: String) throws(FileSystemError) -> Int32 {
    try check("open", path, writes: true)
    let descriptor = try real.createFile(at: path)
    if path.contains("/spool/") || path.contains("/uploads/") && !path.hasSuffix(".json") { reach(.begun) }
    return descriptor
  }

  func openFileForAppending(at path: String) throws(FileSystemError) -> Int32? {
    try check("open", path, writes: true)
    return try real.openFileForAppending(at: path)
  }

  func openFile(at path: String) throws(FileSystemError) -> Int32? {
    try check("open", path)
    return try real.openFile(at: path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    try check("write", writes: true)
    let count = try real.write(bytes, to: descriptor)
    reach(.partWritten)
    return count
  }

  func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64) {
    if isDurable { real.beginWritingOut(descriptor, from: offset, count: count) }
  }

  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    reach(.written)
    try checkSynchronizing("fsync")
    if isDurable { try real.synchronizeFile(descriptor) }
  }

  func synchronizeFolder(at path: String) throws(FileSystemError) {
    try checkSynchronizing("fsync")
    if isDurable { try real.synchronizeFolder(at: path) }
  }

  func synchronizeAll(below path: String) throws(FileSystemError) {
    try checkSynchronizing("syncfs")
    if isDurable { try real.synchronizeAll(below: path) }
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
    let isRenamed = try real.rename(path, to: newPath)
    if newPath.contains("/blobs/") { reach(.placed) }
    return isRenamed
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
    try check("mkdir", path, writes: true)
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
}
