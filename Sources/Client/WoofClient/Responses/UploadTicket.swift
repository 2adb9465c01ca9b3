// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import URLLoading

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

extension UploadTicket {
  /// Makes the request with which a background session uploads the photo: `PUT`, with the type and the digest of the bytes,
  /// and without a body, which the session takes from a file.
  ///
  /// A request that fails or whose response is lost may be sent again until ``expiresAt``: the same bytes get the same
  /// response. Its fields are read by ``UploadedTicket/init(response:)``.
  ///
  /// - Parameter timeout: The seconds without progress after which the request fails; 60 by default. Background sessions of
  ///   Apple's systems send it again then.
  /// - Throws: ``WoofError`` with the code `invalidRequest` where the ticket has no address, as in a list.
  public func request(timeout: TimeInterval = 60) throws -> URLRequest {
    guard let url else {
      throw WoofError(.invalidRequest, "This ticket has no address: it is told only when the ticket is issued.")
    }
    var request = URLRequest(url: url, timeoutInterval: timeout)
    request.httpMethod = "PUT"
    request.setValue(contentType.rawValue, forHTTPHeaderField: "Content-Type")
    request.setValue(ReprDigest.value(for: digest), forHTTPHeaderField: "Repr-Digest")
    return request
  }
}

/// The outcome of an upload by a ticket, read from the fields of its response alone.
public struct UploadedTicket: Hashable, Sendable {
  /// The id of the photo, which is stored durably.
  public var photo: PhotoID
  /// The SHA-256 of the bytes that are stored; `nil` where the service does not tell it.
  public var digest: Digest?
  /// `true` if the account had no photo with these bytes before.
  public var isNew: Bool

  /// Reads the fields of a response.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where the status is not 200 or 201, or the fields
  ///   name no photo.
  public init(response: HTTPURLResponse) throws {
    let url = response.url ?? URL(fileURLWithPath: "/")
    guard [200, 201].contains(response.statusCode) else {
      throw WoofError(
        .invalidServerResponse, "The upload was refused with the status \(response.statusCode): ask for a new ticket.")
    }
    guard let id = response.value(forHTTPHeaderField: "Woof-Photo-Id").flatMap({ PhotoID($0) }) else {
      throw WoofError.incomplete(url, missing: "Woof-Photo-Id")
    }
    photo = id
    digest = response.value(forHTTPHeaderField: "Repr-Digest").flatMap { ReprDigest.digest(in: $0) }
    isNew = response.statusCode == 201
  }
}

/// Some of the account's tickets, the newest first.
public struct UploadTicketPage: Codable, Hashable, Sendable {
  /// The tickets of the page, without their addresses.
  public var items: [UploadTicket]
  /// The cursor at which the next page begins; `nil` on the last page.
  public var next: PageCursor?

  /// Makes a page.
  public init(items: [UploadTicket], next: PageCursor? = nil) {
    self.items = items
    self.next = next
  }
}
