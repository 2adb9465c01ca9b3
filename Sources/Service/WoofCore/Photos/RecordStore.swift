// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps the records of photos. Whatever a write answers is durable, and visible to every later read.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol RecordStore: Sendable {
  /// The record of a photo, deleted ones included; `nil` for an id that never was.
  func photo(_ id: PhotoID) async throws -> PhotoRecord?

  /// The records of photos, deleted ones included, as they were at one moment, in the order of the ids; `nil` in place of an
  /// id that never was.
  func photos(_ ids: [PhotoID]) async throws -> [PhotoRecord?]

  /// The photos of an account, by the digests of their originals, of those digests that it has a photo of.
  func photos(withOriginals digests: [Digest], of owner: AccountID) async throws -> [Digest: PhotoID]

  /// The greatest id that a photo has or had; `nil` where there never was one.
  func newestPhotoID() async throws -> PhotoID?

  /// A page of photos that are not deleted, in the order of the query.
  func photos(_ query: PhotoQuery) async throws -> [PhotoRecord]

  /// A page of the photos that a search by words finds, the best first.
  func photos(matching query: PhotoTextQuery) async throws -> [FoundPhoto]

  /// Adds a photo, or finds that its owner has the same bytes already; settles the request's idempotency key with it.
  ///
  /// A draft with a ticket uses it, where it is there and has not expired. One that has been used gets the earlier response,
  /// and nothing changes.
  ///
  /// A draft of a guest is put at the end of the album, with the guest's name, and counts for the day of the link. One with
  /// bytes that the link's owner has already counts too, and changes nothing else.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `idempotency-key-reused` where the key came with another request,
  ///   `payload-too-large` or `insufficient-storage` where a new photo exceeds what its owner may have, and `not-found` where
  ///   the draft's ticket is not there any more. For a draft of a guest also `not-found` where the link is not there any more,
  ///   `forbidden` where it lets nobody add or has no such guest, or `too-many-requests` where no more may come that day.
  func addPhoto(_ draft: PhotoDraft, idempotency: IdempotencyClaim?) async throws -> PhotoAddition

  /// Changes the metadata of a photo, or deletes it, where its newest record fulfils a condition. An edit that changes nothing
  /// adds no change and no version.
  ///
  /// - Throws: As ``PhotoCondition/check(_:)``, and ``WoofModel/WoofError`` with the code `conflict` where the new owner has
  ///   the same bytes as another photo.
  func updatePhoto(_ id: PhotoID, _ edit: PhotoEdit, if condition: PhotoCondition) async throws -> PhotoRecord

  /// Returns the response kept under an idempotency key; `nil` if there is none, or if it has expired at `time`.
  func storedResponse(to key: IdempotencyKey, at time: Timestamp) async throws -> StoredResponse?
}

/// The changes that an edit makes to a photo.
package struct PhotoEdit: Hashable, Sendable {
  /// The new caption; `nil` leaves it.
  package var caption: String?
  /// The new visibility; `nil` leaves it.
  package var visibility: Visibility?
  /// The account that owns the photo from now on; `nil` leaves it.
  package var owner: Principal?
  /// `true` if the edit deletes the photo.
  package var deletes = false
  /// The account that may restore the deleted photo if it owns that, beside administrators, who always may; `nil` for none.
  package var restorer: AccountID?
  /// `true` if the edit deletes the photo because the account that owns it is being deleted.
  package private(set) var isOfDeletedAccount = false

  /// Makes an edit.
  package init(
    caption: String? = nil, visibility: Visibility? = nil, owner: Principal? = nil, deletes: Bool = false,
    restorer: AccountID? = nil
  ) {
    self.caption = caption
    self.visibility = visibility
    self.owner = owner
    self.deletes = deletes
    self.restorer = restorer
  }

  /// Deletes the photo; only administrators can restore it.
  package static let deletion = PhotoEdit(deletes: true)

  /// Deletes the photo of an account that is being deleted; only administrators can restore it.
  package static let deletionWithAccount: PhotoEdit = {
    var edit = PhotoEdit.deletion
    edit.isOfDeletedAccount = true
    return edit
  }()

  /// Deletes the photo, which an account can restore if it owns that.
  package static func deletion(restorableBy account: AccountID?) -> PhotoEdit {
    PhotoEdit(deletes: true, restorer: account)
  }
}

/// A photo that is to be added, its blob being in place.
package struct PhotoDraft: Hashable, Sendable {
  /// The new photo's id.
  package var id: PhotoID
  /// The owner of the new photo.
  package var owner: Principal
  /// The digest, type and size of the uploaded bytes.
  package var original: PhotoRecord.Original
  /// The CRC-32 of the uploaded bytes, for archives; `nil` if it is not known.
  package var checkValue: UInt32?
  /// A plain text on the photo; it may be empty.
  package var caption: String
  /// The people who may read the photo.
  package var visibility: Visibility
  /// The time at which the photo was uploaded.
  package var createdAt: Timestamp
  /// The name that the file had where it came from; for the owner's eyes.
  package var fileName: String?
  /// The annotations from the photo's own metadata; for the owner's eyes.
  package var annotations: PhotoAnnotations
  /// The images and findings derived from the photo; the blobs of the variants are in place.
  package var derivatives: PhotoDerivatives
  /// `true` if more is to be derived from the photo later.
  package var awaitsDerivation: Bool
  /// `true` if nothing is installed that derives from photos; the photo enters the queue only once something is.
  package var isUnseen = false
  /// The limits for the photo's owner where none were set for that account; no limits by default.
  package var standardQuota = AccountQuota()
  /// The ticket that is used by adding the photo; `nil` where there is none.
  package var ticket: UploadTicketID?
  /// The guest of a share link from whom the photo comes, into the album of the link; `nil` where it comes from its owner.
  package var guest: GuestAddition?

  /// Makes a draft.
  package init(
    id: PhotoID, owner: Principal, original: PhotoRecord.Original, caption: String, visibility: Visibility,
    createdAt: Timestamp, fileName: String? = nil, annotations: PhotoAnnotations = PhotoAnnotations(),
    derivatives: PhotoDerivatives = PhotoDerivatives(), awaitsDerivation: Bool = false
  ) {
    self.id = id
    self.owner = owner
    self.original = original
    self.caption = caption
    self.visibility = visibility
    self.createdAt = createdAt
    self.fileName = fileName
    self.annotations = annotations
    self.derivatives = derivatives
    self.awaitsDerivation = awaitsDerivation
  }
}

/// The outcome of adding a draft.
package enum PhotoAddition: Sendable {
  /// The photo is new.
  case added(PhotoRecord)
  /// The owner has the same bytes as this photo; nothing changed.
  case duplicate(PhotoRecord)
  /// The request was answered before under its idempotency key; nothing changed.
  case replayed(StoredResponse)

  /// The id of the photo; a replayed one may have been deleted since.
  package var photoID: PhotoID {
    switch self {
    case .added(let record), .duplicate(let record): record.id
    case .replayed(let response): response.photo
    }
  }
}

extension WoofError {
  /// Refuses to give a photo to an account that has the same bytes.
  package static func sameBytes(as twin: PhotoID, of owner: AccountName) -> WoofError {
    WoofError(.conflict, "\(owner) has the same bytes as photo \(twin).", details: ["photo": .string("\(twin)")])
  }
}
