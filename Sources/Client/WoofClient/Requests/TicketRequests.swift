// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `POST /v1/uploads/tickets`: asks for a ticket, with which one photo is uploaded without a credential.
public struct UploadTicketRequest: APIRequest, Hashable {
  /// Reads the ticket with its address.
  public typealias Response = UploadTicket
  /// The SHA-256 of the photo's bytes.
  public var digest: Digest
  /// The number of the photo's bytes.
  public var byteCount: Int64
  /// The format of the photo, which its bytes must have.
  public var contentType: ImageType
  /// Plain text of at most 2,000 characters.
  public var caption: String
  /// The readers of the photo; `nil` for those that the service is configured for.
  public var visibility: Visibility?

  /// Makes the request; without a caption and for the readers that the service is configured for by default.
  public init(
    digest: Digest, byteCount: Int64, contentType: ImageType, caption: String = "", visibility: Visibility? = nil
  ) {
    self.digest = digest
    self.byteCount = byteCount
    self.contentType = contentType
    self.caption = caption
    self.visibility = visibility
  }

  private struct Draft: Encodable {
    var digest: Digest
    var byteCount: Int64
    var contentType: ImageType
    var caption: String
    var visibility: Visibility?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/uploads/tickets`.
  public var path: String { "/v1/uploads/tickets" }
  /// The digest, the length, the type, the caption, and the visibility where one is given.
  public var content: RequestContent? {
    get throws {
      try .json(
        Draft(
          digest: digest, byteCount: byteCount, contentType: contentType, caption: caption, visibility: visibility))
    }
  }
}

/// `GET /v1/uploads/tickets`: a page of the account's tickets, the newest first.
public struct UploadTicketPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = UploadTicketPage
  /// The largest number of tickets on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/uploads/tickets`.
  public var path: String { "/v1/uploads/tickets" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `DELETE /v1/uploads/tickets/{id}`: revokes a ticket.
public struct RevokeUploadTicketRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The ``UploadTicket/id`` of the ticket.
  public var id: String

  /// Makes the request.
  public init(id: String) { self.id = id }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/uploads/tickets/{id}`.
  public var path: String { "/v1/uploads/tickets/\(id)" }
}
