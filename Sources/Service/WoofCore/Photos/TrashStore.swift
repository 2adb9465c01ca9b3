// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps photos for a while after they were deleted, so that who deleted them can think again. Whatever a write answers is
/// durable, and visible to every later read.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol TrashStore: Sendable {
  /// A page of the photos that an account can restore, those first that were deleted last.
  func trash(_ query: TrashQuery) async throws -> [DeletedPhoto]

  /// Lets a photo that an account can restore be there again as it was, with its favourites; what was derived from it is
  /// derived anew. One that is not deleted stays as it is.
  ///
  /// - Returns: The record after it.
  /// - Throws: As ``PhotoAccess/owned(_:by:)``, and ``WoofModel/WoofError`` with the code `gone` where the photo can be
  ///   restored no longer, `forbidden` where only administrators can restore it, or `conflict` where its owner has the
  ///   same bytes as another photo by now.
  func restorePhoto(_ id: PhotoID, by owner: Principal) async throws -> PhotoRecord

  /// Erases a photo that an account can restore: nobody can restore it any more, and its bytes are removed unless another
  /// photo has them too.
  ///
  /// - Throws: As ``PhotoAccess/owned(_:by:)``, and ``WoofModel/WoofError`` with the code `not-found` where the account
  ///   cannot restore it.
  func erasePhoto(_ id: PhotoID, by owner: Principal) async throws
}

/// A query for one page of the photos that an account can restore.
package struct TrashQuery: Hashable, Sendable {
  /// A place in the list, which stays valid while photos come and go.
  package struct Cursor: Hashable, Sendable {
    /// The time at which the photo before the page was deleted.
    package var deletedAt: Timestamp
    /// The photo before the page.
    package var id: PhotoID

    /// Makes a cursor.
    package init(deletedAt: Timestamp, id: PhotoID) {
      self.deletedAt = deletedAt
      self.id = id
    }
  }

  /// The account that can restore them.
  package var account: AccountID
  /// Photos of which ids; of any where it is `nil`.
  package var ids: ClosedRange<PhotoID>?
  /// The page starts behind this photo; at the start where it is `nil`.
  package var after: Cursor?
  /// The maximum number of photos on the page.
  package var limit: Int

  /// Makes a query.
  package init(account: AccountID, ids: ClosedRange<PhotoID>? = nil, after: Cursor? = nil, limit: Int) {
    self.account = account
    self.ids = ids
    self.after = after
    self.limit = limit
  }
}

/// A photo that has been deleted and can be restored.
package struct DeletedPhoto: Hashable, Sendable {
  /// The photo, with its last metadata.
  package var record: PhotoRecord
  /// The time at which it was deleted.
  package var deletedAt: Timestamp
  /// The time until which it can be restored.
  package var restorableUntil: Timestamp

  /// Makes a photo.
  package init(record: PhotoRecord, deletedAt: Timestamp, restorableUntil: Timestamp) {
    self.record = record
    self.deletedAt = deletedAt
    self.restorableUntil = restorableUntil
  }
}

// Refusals that are the same whichever store keeps the photos.

extension WoofError {
  /// The error for a photo that is not in the trash of who asks.
  package static var notInTrash: WoofError { WoofError(.notFound, "This photo is not in the trash.") }

  /// Refuses to restore a photo of which too much is gone.
  package static var restorableNoLonger: WoofError {
    WoofError(.gone, "This photo has been deleted and can be restored no longer.")
  }

  /// Refuses to restore a photo for its owner that an administrator has deleted.
  package static var deletedByAdministrator: WoofError {
    WoofError(.forbidden, "An administrator has deleted this photo, and only administrators can restore it.")
  }

  /// Refuses to restore a photo whose owner has added the same bytes again.
  package static func addedAgain(as twin: PhotoID, by owner: AccountName) -> WoofError {
    WoofError(
      .conflict, "\(owner) has the same bytes as photo \(twin) by now.", details: ["photo": .string("\(twin)")])
  }
}
