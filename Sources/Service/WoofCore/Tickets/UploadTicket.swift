// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A permission to upload one photo for an account without its credential: these bytes, and no others.
package struct UploadTicket: Hashable, Sendable {
  /// The name of the ticket, which is no secret.
  package var id: UploadTicketID
  /// The account that the photo will belong to.
  package var owner: Principal
  /// The photo that may be uploaded.
  package var photo: Promise
  /// The time at which the ticket was issued.
  package var createdAt: Timestamp
  /// The time until which the photo must have been taken in.
  package var expiresAt: Timestamp
  /// The outcome of the upload; `nil` as long as the ticket has not been used.
  package var use: Use?

  /// The photo that a ticket is for.
  package struct Promise: Hashable, Sendable {
    /// The SHA-256 of its bytes.
    package var digest: Digest
    /// The number of its bytes.
    package var byteCount: Int64
    /// The format of its bytes.
    package var type: ImageType
    /// A plain text on the photo; it may be empty.
    package var caption: String
    /// The people who may read the photo.
    package var visibility: Visibility

    /// Makes a promise.
    package init(digest: Digest, byteCount: Int64, type: ImageType, caption: String, visibility: Visibility) {
      self.digest = digest
      self.byteCount = byteCount
      self.type = type
      self.caption = caption
      self.visibility = visibility
    }
  }

  /// The photo that became of a ticket.
  package struct Use: Hashable, Sendable {
    /// The id of the photo.
    package var photo: PhotoID
    /// `true` if the upload made the photo; `false` if the account already had the same bytes.
    package var isNew: Bool

    /// Makes an outcome.
    package init(photo: PhotoID, isNew: Bool) {
      self.photo = photo
      self.isNew = isNew
    }
  }

  /// Makes a ticket, by default one that has not been used.
  package init(
    id: UploadTicketID, owner: Principal, photo: Promise, createdAt: Timestamp, expiresAt: Timestamp, use: Use? = nil
  ) {
    self.id = id
    self.owner = owner
    self.photo = photo
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.use = use
  }

  /// The details of the upload that the ticket allows. Its key keeps two uploads of one ticket from being under way.
  package var details: PhotoUpload.Details {
    var details = PhotoUpload.Details(
      caption: photo.caption, visibility: photo.visibility, expectedDigest: photo.digest,
      idempotencyKey: id.idempotencyKey)
    details.expectedType = photo.type
    details.ticket = id
    return details
  }
}

extension UploadTicketID {
  /// No client can send it, as a structured string has no control characters (RFC 9651 §3.3.3).
  fileprivate var idempotencyKey: String { "\u{7F}ticket/\(self)" }
}
