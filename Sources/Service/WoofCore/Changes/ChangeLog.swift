// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// One log of all changes with one increasing number. It keeps the newest change of each photo, so it grows with the
/// photos and not with what happens to them; a reader that was away gets each photo once, as it is now.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal` and `unavailable`.
package protocol ChangeLog: Sendable {
  /// Tells this log from another one, as after a restore: positions of one mean nothing in another.
  var epoch: UInt64 { get }

  /// The number of the newest durable change; 0 in an empty log.
  var latestSequence: Int64 { get }

  /// The log reaches back to the changes after this number.
  var horizon: Int64 { get }

  /// The photos that changed after a position and that the reader may have to hear of: those it sees, and those taken out
  /// of its sight after that position; each once, by their newest change.
  func changes(after sequence: Int64, limit: Int, reader: ChangeReader) async throws -> ChangeLogPage

  /// The same photos for an account, with the favourites that it has among them; and at the end of the log with its view,
  /// which counts exactly the changes up to there.
  func changes(after sequence: Int64, limit: Int, account: AccountID) async throws -> AccountChangeLogPage

  /// The view of an account, as of all changes that are durable now.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much is written for the moment to be found.
  func view(of account: AccountID) async throws -> StoredView

  /// The live photos that the reader sees, by id, after an id.
  func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) async throws -> [PhotoRecord]

  /// Tells `observer` of every change from now on.
  func addObserver(_ observer: any ChangeObserver)

  /// Makes sure that ``latestSequence`` is not less than a number that another process may have told of, if there is such a change.
  func catchUp(to sequence: Int64) async throws
}

extension ChangeLog {
  /// Does nothing: one process knows of all changes.
  package func catchUp(to sequence: Int64) async throws {}
}

/// A part of the change log.
package struct ChangeLogPage: Hashable, Sendable {
  /// The photos, in the order of their newest changes.
  package var photos: [PhotoRecord]
  /// The number up to which the log has been read; reading goes on from here.
  package var through: Int64
  /// `true` if the log holds further changes after ``through``.
  package var hasMore: Bool

  /// Makes a page.
  package init(photos: [PhotoRecord], through: Int64, hasMore: Bool) {
    self.photos = photos
    self.through = through
    self.hasMore = hasMore
  }
}

/// Hears of changes when they have become durable, and before whoever made them gets a response.
package protocol ChangeObserver: AnyObject, Sendable {
  /// The changes of one transaction, in their order. Called on the writer's thread: it must not block.
  func committed(_ changes: [PhotoRecord])

  /// The log goes up to a number by changes of albums and links, which come behind those of photos of the same transaction.
  /// Called as ``committed(_:)``, and after it. Whoever has to do with photos alone does nothing.
  func advanced(to sequence: Int64)
}

extension ChangeObserver {
  package func advanced(to sequence: Int64) {}
}
