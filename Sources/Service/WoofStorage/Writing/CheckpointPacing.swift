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
