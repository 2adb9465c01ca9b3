// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `PUT /v1/shared/{token}/guest`: gives the holder of a share link a name, or another one.
public struct NameSharedGuestRequest: APIRequest, Hashable {
  /// Reads the name and the key.
  public typealias Response = SharedLinkGuest
  /// The link, with the guest whose name changes, where there is one.
  public var link: SharedLink
  /// The name, of 1 to 40 characters.
  public var name: String

  /// Makes the request.
  public init(link: SharedLink, name: String) {
    self.link = link
    self.name = name
  }

  private struct Content: Encodable {
    var name: String
  }

  /// `PUT`.
  public var method: HTTPMethod { .put }
  /// `/v1/shared/{token}/guest`.
  public var path: String { "\(link.path)/guest" }
  /// The keys of the link.
  public var fields: [String: String] { link.fields }
  /// The name.
  public var content: RequestContent? { get throws { try .json(Content(name: name)) } }
  /// `true` for a guest who has a key; each other request makes another guest.
  public var isIdempotent: Bool { link.guest != nil }
  /// `false`: the link is all that is needed.
  public var sendsCredential: Bool { false }
}

/// `PUT` and `DELETE /v1/shared/{token}/photos/{id}/like`: a guest likes a photo that a share link shows, or no longer.
public struct LikeSharedPhotoRequest: APIRequest, Hashable {
  /// Reads the likes of the photo.
  public typealias Response = SharedLikes
  /// The photo.
  public var id: PhotoID
  /// The link, with its guest.
  public var link: SharedLink
  /// `true` to like, `false` to take it back.
  public var isLiked: Bool

  /// Makes the request.
  public init(id: PhotoID, link: SharedLink, isLiked: Bool) {
    self.id = id
    self.link = link
    self.isLiked = isLiked
  }

  /// `PUT` or `DELETE`.
  public var method: HTTPMethod { isLiked ? .put : .delete }
  /// `/v1/shared/{token}/photos/{id}/like`.
  public var path: String { "\(link.path)/photos/\(id)/like" }
  /// The keys of the link.
  public var fields: [String: String] { link.fields }
  /// `false`: the link is all that is needed.
  public var sendsCredential: Bool { false }
}

/// `POST /v1/shared/{token}/photos`: a guest adds a photo to the album that a share link shows.
public struct AddSharedPhotoRequest: APIRequest, Hashable {
  /// Reads the photo, as holders of the link see it.
  public typealias Response = SharedPhoto
  /// The link, with its guest.
  public var link: SharedLink
  /// The bytes of the photo.
  public var data: Data
  /// The name of the file, which whoever made the link is told; `nil` for none.
  public var fileName: String?
  /// Tells the service that a request comes again, of 1 to 255 characters.
  public var idempotencyKey: String

  /// Makes the request; by default with a key of its own.
  public init(link: SharedLink, data: Data, fileName: String? = nil, idempotencyKey: String = UUID().uuidString) {
    self.link = link
    self.data = data
    self.fileName = fileName
    self.idempotencyKey = idempotencyKey
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/shared/{token}/photos`.
  public var path: String { "\(link.path)/photos" }
  /// The name of the file.
  public var query: [URLQueryItem] { .given("fileName", fileName) }
  /// The keys of the link, and that of the request.
  public var fields: [String: String] {
    link.fields.merging(["Idempotency-Key": "\"\(idempotencyKey)\""]) { $1 }
  }
  /// The bytes.
  public var content: RequestContent? { RequestContent(type: "application/octet-stream", data: data) }
  /// `true`: the service knows it again by its key.
  public var isIdempotent: Bool { true }
  /// `false`: the link is all that is needed.
  public var sendsCredential: Bool { false }
}

/// `GET /v1/links/{id}/likes`: a page of what guests of one of the account's share links like, the newest first.
public struct LinkLikePageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = LinkLikePage
  /// The id of the link.
  public var id: ShareLinkID
  /// The largest number of likes on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(id: ShareLinkID, limit: Int? = nil, after: PageCursor? = nil) {
    self.id = id
    self.limit = limit
    self.after = after
  }

  /// `/v1/links/{id}/likes`.
  public var path: String { "/v1/links/\(id)/likes" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}
