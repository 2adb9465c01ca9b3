// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A permission to upload one photo without a credential, at an address of its own. Whoever has the address may upload these
/// bytes, once, and nothing else; only the response to ``APIService/uploadTicket(for:)`` has it.
///
/// It is for uploads that the system sends on behalf of an app, as background sessions and background upload jobs of Apple's
/// systems: they send one prepared request, and can neither answer a challenge nor read a response's content.
public struct UploadTicket: Codable, Hashable, Sendable, Identifiable {
  /// The name of the ticket, with which it is revoked; no secret.
  public var id: String
  /// The address to which the photo is sent; `nil` in lists. It is a secret: keep it as a password, and out of logs.
  public var url: URL?
  /// The SHA-256 of the photo's bytes.
  public var digest: Digest
  /// The number of the photo's bytes.
  public var byteCount: Int64
  /// The format of the photo.
  public var contentType: MediaType
  /// The caption that the photo will have; it may be empty.
  public var caption: String
  /// The readers of the photo.
  public var visibility: Visibility
  /// The time at which the ticket was issued.
  public var createdAt: Timestamp
  /// The time until which the service must have taken the photo in.
  public var expiresAt: Timestamp
  /// The photo that became of it; `nil` as long as it has not been used.
  public var photo: PhotoID?

  /// Makes a ticket, as tests do; by default one without an address that has not been used.
  public init(
    id: String, url: URL? = nil, digest: Digest, byteCount: Int64, contentType: MediaType, caption: String = "",
    visibility: Visibility, createdAt: Timestamp, expiresAt: Timestamp, photo: PhotoID? = nil
  ) {
    self.id = id
    self.url = url
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

/// Some of the account's tickets, the newest first, without their addresses.
public typealias UploadTicketPage = ItemPage<UploadTicket>
