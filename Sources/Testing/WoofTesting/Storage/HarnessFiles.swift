// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofStorage

/// The files below the stores of one life of a service: the system's, made to fail or to die where a test says so.
final class HarnessFiles: InterceptedFileSystem {
  private struct State {
    var fault: StorageFault?
    var isDead = false
    var killPoint: UploadPoint?
    var killed: @Sendable () -> Void = {}
  }

  let real = SystemFileSystem()
  private let isDurable: Bool
  private let database: DatabaseLayer
  private let state = Mutex(State())

  /// - Parameter isDurable: `true` if synchronizing reaches the disk.
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

  /// Lets nothing reach the disk from now on, as if the process had died.
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

  // MARK: FileSystem

  func check(_ call: FileSystemCall) throws(FileSystemError) {
    if let number = number(for: call.name) { throw call.failure(number) }
  }

  /// The number of the system with which a call fails now; `nil` where it does not.
  private func number(for name: String) -> Int32? {
    let (isDead, fault) = state.withLock { ($0.isDead, $0.fault) }
    if isDead { return EIO }
    switch (fault, name) {
    case (.diskFull?, "create"), (.diskFull?, "write"), (.diskFull?, "mkdir"): return ENOSPC
    case (.synchronizationFails?, "fsync"), (.synchronizationFails?, "fsync folder"),
      (.synchronizationFails?, "syncfs"):
      return EIO
    default: return nil
    }
  }

  func createFile(at path: String) throws(FileSystemError) -> Int32 {
    try check(FileSystemCall("create", at: path))
    let descriptor = try real.createFile(at: path)
    if path.contains("/spool/") || path.contains("/uploads/") && !path.hasSuffix(".json") { reach(.begun) }
    return descriptor
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    try check(FileSystemCall("write"))
    let count = try real.write(bytes, to: descriptor)
    reach(.partWritten)
    return count
  }

  func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64) {
    if isDurable { real.beginWritingOut(descriptor, from: offset, count: count) }
  }

  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    reach(.written)
    try check(FileSystemCall("fsync"))
    if isDurable { try real.synchronizeFile(descriptor) }
  }

  func synchronizeFolder(at path: String) throws(FileSystemError) {
    try check(FileSystemCall("fsync folder", at: path))
    if isDurable { try real.synchronizeFolder(at: path) }
  }

  func synchronizeAll(below path: String) throws(FileSystemError) {
    try check(FileSystemCall("syncfs", at: path))
    if isDurable { try real.synchronizeAll(below: path) }
  }

  func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try check(FileSystemCall("rename", at: path))
    let isRenamed = try real.rename(path, to: newPath)
    if newPath.contains("/blobs/") { reach(.placed) }
    return isRenamed
  }
}
