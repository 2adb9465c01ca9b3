// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import Glibc

@testable import TestKit

/// Lets calls that SQLite makes to the disk fail.
struct DatabaseFaults: Sendable {
  enum Operation: Sendable {
    case write
    case synchronize
  }

  let name: String
  private nonisolated(unsafe) let layer: OpaquePointer  // all its state is atomic, and it is never freed

  init() throws {
    name = "faulty-\(UInt64.random(in: 0...(.max)))"
    // SQLite keeps the pointer to the name for as long as the process lives.
    guard let lasting = strdup(name), let layer = faulty_vfs_register(lasting) else { throw TestFailure("no layer") }
    self.layer = layer
  }

  /// Lets an operation fail from the so-manieth time on.
  func fail(_ operation: Operation, _ result: Int32, after count: Int = 0) {
    faulty_vfs_fail(layer, operation == .write ? FAULTY_VFS_WRITE : FAULTY_VFS_SYNC, result, count)
  }

  /// Lets everything succeed again.
  func heal() { faulty_vfs_heal(layer) }
}
