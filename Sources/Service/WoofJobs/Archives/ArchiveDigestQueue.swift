// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCore

/// The archives that wait until somebody has read them as a whole: each once, and no more than fit into memory. May be used from
/// any thread.
package final class ArchiveDigestQueue: Sendable {
  private struct State {
    var waiting: [PhotoArchive] = []
    /// The tag of the archive that is being read.
    var current: String?
  }

  /// The maximum number of archives that wait.
  private static let archiveLimit = 100
  /// The maximum number of photos of all archives that wait; one archive may have as many.
  private static let photoLimit = PhotoArchive.photoLimit

  private let state = Mutex(State())

  /// Makes an empty queue.
  package init() {}

  /// `true` if no archive waits.
  var isEmpty: Bool { state.withLock(\.waiting.isEmpty) }

  /// Lets an archive wait, unless it does or is being read. Where there is no room it is left out: whoever downloads it next
  /// brings it again.
  ///
  /// - Returns: `true` if it waits from now on.
  package func add(_ archive: PhotoArchive) -> Bool {
    state.withLock { state in
      guard state.current != archive.tag, !state.waiting.contains(where: { $0.tag == archive.tag }),
        state.waiting.count < Self.archiveLimit,
        state.waiting.reduce(archive.entries.count, { $0 + $1.entries.count }) <= Self.photoLimit
      else { return false }
      state.waiting.append(archive)
      return true
    }
  }

  /// Takes the archive that has waited longest; `nil` if none waits, and none is being read then.
  func next() -> PhotoArchive? {
    state.withLock { state in
      let archive = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      state.current = archive?.tag
      return archive
    }
  }

  /// Forgets all archives, the one included that is being read.
  func clear() { state.withLock { $0 = State() } }
}
