// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A ticket with which one photo may be uploaded for an account without its credential.
package struct AdminTicket: Codable, Hashable, Sendable {
  /// The name of the ticket, which is no secret.
  package var id: String
  /// The name of the account that the photo will belong to.
  package var owner: String
  /// The SHA-256 of the photo's bytes.
  package var digest: Digest
  /// The number of the photo's bytes.
  package var byteCount: Int64
  /// The format of the photo.
  package var contentType: MediaType
  /// The caption that the photo will have; it may be empty.
  package var caption: String
  /// The people who may read the photo.
  package var visibility: Visibility
  /// The time at which the ticket was issued.
  package var createdAt: Timestamp
  /// The time until which the photo must have been taken in.
  package var expiresAt: Timestamp
  /// The photo that became of it; `nil` as long as the ticket has not been used.
  package var photo: PhotoID?

  /// Makes a ticket; by default one that has not been used.
  package init(
    id: String, owner: String, digest: Digest, byteCount: Int64, contentType: MediaType, caption: String,
    visibility: Visibility, createdAt: Timestamp, expiresAt: Timestamp, photo: PhotoID? = nil
  ) {
    self.id = id
    self.owner = owner
    self.digest = digest
    self.byteCount = byteCount
    self.contentType = contentType
    self.caption = caption
    self.visibility = visibility
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.photo = photo
  }
}
