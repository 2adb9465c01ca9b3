// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofSQLite

/// The state that readers need beside the tables. It changes after each commit and before observers are told.
final class PublishedState: Sendable {
  private let state: Mutex<(pending: PendingFavourites, sequence: Int64)>
  private let newestSequence: Atomic<Int64>
  private let commits = Atomic<Int64>(0)
  private let damageMark = Atomic(false)

  init(pending: PendingFavourites, sequence: Int64) {
    state = Mutex((pending, sequence))
    newestSequence = Atomic(sequence)
  }

  /// The pending favourites, and the newest position in the change log that is durable.
  var current: (pending: PendingFavourites, sequence: Int64) { state.withLock { $0 } }

  /// The newest position in the change log that is durable.
  var sequence: Int64 { newestSequence.load(ordering: .acquiring) }

  /// The number of commits since the store was opened.
  var commitCount: Int64 { commits.load(ordering: .acquiring) }

  /// `true` if any connection has met damage of the database since the store was opened.
  var isDamaged: Bool { damageMark.load(ordering: .relaxed) }

  /// Looks whether an error tells of damage, and remembers it.
  func note(_ error: any Error) {
    if (error as? SQLiteError)?.isDamage == true { damageMark.store(true, ordering: .relaxed) }
  }

  /// Makes a commit known.
  ///
  /// - Parameter pending: The pending favourites after a fold; `nil` where there was none.
  func publish(pending: PendingFavourites?, sequence: Int64) {
    state.withLock { state in
      if let pending { state.pending = pending }
      state.sequence = sequence
    }
    newestSequence.store(sequence, ordering: .releasing)
    commits.add(1, ordering: .releasing)
  }
}
