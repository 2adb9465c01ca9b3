// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore

/// The counts that were taken last, where taking them costs so much that they are told for a while.
///
/// They take a look at every row: the sums of so much that changes, kept by each change, would be rows for which all writers
/// wait.
final class CountsMemory: Sendable {
  /// Counts that take no longer are taken anew each time.
  private static let cheap = Duration.milliseconds(500)
  private let last = Mutex<(counts: StoredCounts, end: ContinuousClock.Instant)?>(nil)

  /// The counts that are still good, or new ones.
  func value(_ count: () async throws -> StoredCounts) async throws -> StoredCounts {
    let start = ContinuousClock.now
    if let last = last.withLock({ $0 }), start < last.end { return last.counts }
    let counts = try await count()
    let end = ContinuousClock.now
    let elapsed = end - start
    last.withLock { $0 = elapsed > Self.cheap ? (counts, end + elapsed * 10) : nil }
    return counts
  }
}
