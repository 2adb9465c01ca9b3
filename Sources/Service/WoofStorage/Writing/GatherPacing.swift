// SPDX-License-Identifier: Apache-2.0

/// Decides how long the writer waits for more before it begins a transaction.
///
/// Whoever was just answered often comes again at once. Without waiting, those come while the others are being
/// committed, so that callers take turns in two groups and each commit serves but half of them. Where a commit takes
/// long, as on a slow or busy disk, it pays to wait a small part of that time; where it does not, it never does.
struct GatherPacing {
  /// The limits of one wait.
  struct Wait: Hashable {
    /// Until so many operations have queued,
    var count: Int
    /// but at most so many nanoseconds.
    var nanoseconds: Int64
  }

  /// The duration of a commit from which on waiting pays, in nanoseconds.
  static let slowCommit: Int64 = 1_000_000
  /// The longest wait, in nanoseconds.
  static let longestWait: Int64 = 2_000_000

  /// The moving average of the latest commits' durations, in nanoseconds.
  private var commit: Int64 = 0

  /// Learns how long a commit took.
  mutating func note(commitNanoseconds: Int64) { commit += (commitNanoseconds - commit) / 8 }

  /// Returns the limits of a wait after so many operations were answered and so many others queued; `nil` for no wait.
  func wait(answered: Int, queued: Int) -> Wait? {
    guard commit >= Self.slowCommit, answered > 1 else { return nil }
    return Wait(count: answered + queued, nanoseconds: min(commit / 4, Self.longestWait))
  }
}
