// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `GET /v1/shared/{token}`: the title, the count and the terms of a share link. Each such request counts as
/// a visit.
public struct SharedContentRequest: APIRequest, Hashable {
  /// Reads the description.
  public typealias Response = SharedContent
  /// The link.
  public var link: SharedLink

  /// Makes the request.
  public init(link: SharedLink) { self.link = link }

  /// `/v1/shared/{token}`.
  public var path: String { link.path }
  /// `Woof-Link-Key`, where the password has been given.
  public var fields: [String: String] { link.fields }
  /// `false`: the link is all that is needed.
  public var sendsCredential: Bool { false }
}

/// `POST /v1/shared/{token}/unlock`: gives the password of a share link.
public struct UnlockSharedRequest: APIRequest, Hashable {
  /// Reads the key.
  public typealias Response = SharedLinkKey
  /// The link.
  public var link: SharedLink
  /// The password of the link.
  public var password: String

  /// Makes the request.
  public init(link: SharedLink, password: String) {
    self.link = link
    self.password = password
  }

  private struct Content: Encodable {
    var password: String
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/shared/{token}/unlock`.
  public var path: String { "\(link.path)/unlock" }
  /// The password.
  public var content: RequestContent? { get throws { try .json(Content(password: password)) } }
  /// `false`: the link and its password are all that is needed.
  public var sendsCredential: Bool { false }
}

/// `GET /v1/shared/{token}/photos`: a page of the photos that a share link shows, in the order of the album.
public struct SharedPhotoPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = SharedPhotoPage
  /// The link.
  public var link: SharedLink
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(link: SharedLink, limit: Int? = nil, after: PageCursor? = nil) {
    self.link = link
    self.limit = limit
    self.after = after
  }

  /// `/v1/shared/{token}/photos`.
  public var path: String { "\(link.path)/photos" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
  /// `Woof-Link-Key`, where the password has been given.
  public var fields: [String: String] { link.fields }
  /// `false`: the link is all that is needed.
  public var sendsCredential: Bool { false }
}
