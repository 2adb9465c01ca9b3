// SPDX-License-Identifier: Apache-2.0

internal import CFaultyVFS
internal import CSQLite
internal import Glibc

/// The layer between SQLite and the system's files in a harness, which can let writes fail.
final class DatabaseLayer: Sendable {
  let name: String
  private nonisolated(unsafe) let layer: OpaquePointer  // all its state is atomic
  private nonisolated(unsafe) let nameText: UnsafeMutablePointer<CChar>  // SQLite's as long as the layer

  /// - Throws: ``HarnessError`` of code `noFolder` where memory has run out.
  init(isDurable: Bool) throws(HarnessError) {
    name = "woof-harness-\(UInt64.random(in: 0...(.max)))"
    guard let text = strdup(name), let layer = faulty_vfs_register(text) else {
      throw HarnessError(.noFolder, "No memory is left for a database.")
    }
    nameText = text
    self.layer = layer
    faulty_vfs_skip_syncs(layer, isDurable ? 0 : 1)
  }

  deinit {
    faulty_vfs_free(layer)
    free(nameText)
  }

  func fail(_ fault: StorageFault) {
    let operation = fault == .diskFull ? FAULTY_VFS_WRITE : FAULTY_VFS_SYNC
    faulty_vfs_fail(layer, operation, fault.databaseResult, 0)
  }

  func heal() { faulty_vfs_heal(layer) }

  /// Lets nothing more reach the disk.
  func die() {
    faulty_vfs_fail(layer, FAULTY_VFS_WRITE, SQLITE_IOERR | 3 << 8, 0)
    faulty_vfs_fail(layer, FAULTY_VFS_SYNC, SQLITE_IOERR | 4 << 8, 0)
  }
}
