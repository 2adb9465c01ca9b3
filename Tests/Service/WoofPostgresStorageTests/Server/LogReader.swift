// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel

@testable import WoofPostgresStorage

/// One reader of the change log: the changes that it has been told of, and what was wrong with them.
final class LogReader: ChangeObserver {
  private struct State {
    var versions: [PhotoID: Int64] = [:]
    var position: Int64 = 0
    var faults: [String] = []
  }

  private let name: String
  private let state = Mutex(State())

  init(_ name: String) { self.name = name }

  /// The newest version of each photo that the reader was told of.
  var versions: [PhotoID: Int64] { state.withLock(\.versions) }

  /// The changes that were told twice, or out of their order.
  var faults: [String] { state.withLock(\.faults) }

  /// The number up to which the log was read.
  var position: Int64 { state.withLock(\.position) }

  func committed(_ changes: [PhotoRecord]) {
    state.withLock { state in
      for record in changes {
        if let known = state.versions[record.id], known >= record.version {
          state.faults.append("\(name): \(record.id) had version \(known) and has \(record.version)")
        }
        if record.sequence <= state.position {
          state.faults.append("\(name): number \(record.sequence) came after \(state.position)")
        }
        state.versions[record.id] = record.version
        state.position = record.sequence
      }
    }
  }

  /// Reads pages of a node's log until it ends.
  func read(_ store: PostgresStore, limit: Int = 3) async throws {
    while true {
      let start = position
      let page = try await store.changes(after: start, limit: limit, reader: .administrator)
      committed(page.photos)
      state.withLock { state in
        if page.through < start { state.faults.append("\(name): \(page.through) came after \(start)") }
        state.position = max(state.position, page.through)
      }
      guard page.hasMore else { return }
    }
  }
}
