// SPDX-License-Identifier: Apache-2.0

/// Decides when the write-ahead log is copied into the database. Another thread copies most of it while the writer goes
/// on; but as long as the writer goes on, the log is never copied to its end and grows for ever. So the writer copies
/// the little that has come since by itself, after which it starts the log anew.
struct CheckpointPacing {
  /// The actions of the writer after a commit.
  enum Action: Hashable {
    case nothing
    /// Another thread shall copy.
    case copyInBackground
    /// The writer shall copy, now, what it can.
    case copyHere
    /// The writer shall copy, now, and wait for whoever is in its way.
    case copyHereAndWait
  }

  /// The factor by which the log may exceed its limit before the writer waits for whoever is in its way.
  private static let patience = 8

  /// The number of pages from which on the log is copied.
  let pageLimit: Int
  private var isInBackground = false
  private var pagesLeftBehind = 0

  init(pageLimit: Int) { self.pageLimit = pageLimit }

  /// Decides after a commit.
  ///
  /// - Parameters:
  ///   - pageCount: The number of pages that the log holds.
  ///   - isBackgroundDone: `true` if the other thread has done what it was last asked for.
  mutating func action(pageCount: Int, isBackgroundDone: Bool) -> Action {
    if pageCount < pagesLeftBehind { pagesLeftBehind = 0 }
    guard pageCount >= pagesLeftBehind + pageLimit else { return .nothing }
    guard isInBackground else {
      isInBackground = true
      return .copyInBackground
    }
    let isTooLong = pageCount >= Self.patience * pageLimit
    guard isBackgroundDone || isTooLong else { return .nothing }
    isInBackground = false
    // A reader may keep the log from starting anew; the next copy is made when it has grown as much again.
    pagesLeftBehind = pageCount
    return isTooLong ? .copyHereAndWait : .copyHere
  }
}

/// Decides how long the writer waits for more before it begins a transaction.
///
/// Whoever just got a reply often comes again at once. Without waiting, those come while the others are being
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

  /// Returns the limits of a wait after so many operations were completed and so many others queued; `nil` for no wait.
  func wait(completed: Int, queued: Int) -> Wait? {
    guard commit >= Self.slowCommit, completed > 1 else { return nil }
    return Wait(count: completed + queued, nanoseconds: min(commit / 4, Self.longestWait))
  }
}
