// SPDX-License-Identifier: Apache-2.0

internal import CMemoryVFS
internal import Synchronization

/// The disk of a simulated machine, wholly in memory, that a power cut treats as a real one.
///
/// SQLite works on it through the layer that ``databaseLayer`` names. What is on it is reached by paths below ``path``. A
/// crash, and mounting it anew, ends what was open on it: whoever still works there fails.
///
/// ```swift
/// let disk = MemoryDisk()
/// // … a service works below "\(disk.path)/data"
/// disk.cutPower(at: .any, after: 40)
/// // … until everything fails
/// disk.crash(seed: 7)
/// // … and starts again below the new `disk.path`
/// ```
///
/// One thread at a time uses a disk and its copies.
package final class MemoryDisk: @unchecked Sendable {  // one thread at a time uses a disk and its copies
  /// An operation that can be made to fail.
  package enum Operation: Sendable {
    /// Changes of files and of the entries of folders.
    case write
    /// Waiting until something is safe.
    case synchronization
    /// Both.
    case any

    fileprivate var kind: memory_disk_operation {
      switch self {
      case .write: MEMORY_DISK_WRITE
      case .synchronization: MEMORY_DISK_SYNC
      case .any: MEMORY_DISK_ANY
      }
    }
  }

  private let disk: OpaquePointer
  private var mount: Int
  private var powerWent: () -> Void = {}

  /// Makes an empty disk.
  package convenience init() {
    guard let disk = memory_disk_make() else { preconditionFailure("no memory for a disk") }
    self.init(disk)
  }

  private init(_ disk: OpaquePointer) {
    Self.registerLayer
    self.disk = disk
    mount = memory_disk_mount(disk)
    // The disk tells nobody any more when this object is gone, so it may refer to it without keeping it.
    memory_disk_watch(
      disk,
      { context in
        guard let context else { return }
        Unmanaged<MemoryDisk>.fromOpaque(context).takeUnretainedValue().powerWent()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { memory_disk_free(disk) }

  /// The name of SQLite's layer for these disks.
  package static var databaseLayer: String { "memory" }

  /// The folder that holds everything on the disk; another one after each ``mountAgain()`` and ``crash(seed:)``.
  package var path: String { "/\(mount)" }

  /// A disk of its own with the same content, which is all safe. Takes microseconds, so that many histories can begin
  /// with one image.
  package func copy() -> MemoryDisk {
    guard let copy = memory_disk_clone(disk) else { preconditionFailure("no memory for a disk") }
    return MemoryDisk(copy)
  }

  // MARK: The end of processes

  /// Ends everything that is open, as the death of a process does: what was written stays.
  package func mountAgain() { mount = memory_disk_mount(disk) }

  /// Cuts the power, and brings it back. Each change that was not synchronized has happened, by half or not at all, as the
  /// seed decides.
  package func crash(seed: UInt64) {
    memory_disk_crash(disk, seed)
    mountAgain()
  }

  // MARK: Faults

  /// Lets the power go at the so-manieth operation from now on, 0 being the next: it and all that follow fail until
  /// ``crash(seed:)``.
  package func cutPower(at operation: Operation, after count: Int) {
    memory_disk_fail(disk, operation.kind, MEMORY_DISK_POWER_CUT, count)
  }

  /// Lets one operation fail, the so-manieth from now on.
  package func fail(_ operation: Operation, after count: Int) {
    memory_disk_fail(disk, operation.kind, MEMORY_DISK_ERROR, count)
  }

  /// Takes back a fault that has not happened.
  package func heal() { memory_disk_heal(disk) }

  /// Is told when the power goes, in the middle of the operation that fails.
  package func onPowerCut(_ observer: @escaping () -> Void) { powerWent = observer }

  /// `true` from a power cut to the ``crash(seed:)`` after it.
  package var isDark: Bool { memory_disk_is_dark(disk) != 0 }

  /// The maximum number of bytes of all files; `nil` for no limit.
  package func limit(to byteCount: Int64?) {
    isLimited = byteCount != nil
    memory_disk_limit(disk, byteCount ?? -1)
  }

  /// `true` as long as the disk may be full.
  package private(set) var isLimited = false

  /// The number of bytes of all files.
  package var byteCount: Int64 { memory_disk_size(disk) }

  /// The number of operations so far.
  package func count(of operation: Operation) -> Int { memory_disk_count(disk, operation.kind) }

  // MARK: SQLite's surroundings

  /// Begins SQLite's random numbers anew, for the whole process.
  package static func seedDatabases(_ seed: UInt64) {
    registerLayer
    memory_vfs_seed(seed)
  }

  /// Sets the wall clock that SQLite sees, for the whole process, in milliseconds since 1970.
  package static func setDatabaseTime(_ milliseconds: Int64) { memory_vfs_set_time(milliseconds) }

  /// Lets SQLite take all randomness from here, in a process that has no other databases.
  package static func takeOverDatabases() { memory_vfs_register(1) }

  private static let registerLayer: Void = { _ = memory_vfs_register(0) }()
}
