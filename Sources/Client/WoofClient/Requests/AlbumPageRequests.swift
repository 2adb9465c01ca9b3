// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `GET /v1/albums`: a page of albums, the newest first.
public struct AlbumPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = AlbumPage
  /// The name of the account that owns the albums; `nil` for the albums of all accounts.
  public var owner: String?
  /// The largest number of albums on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(owner: String? = nil, limit: Int? = nil, after: PageCursor? = nil) {
    self.owner = owner
    self.limit = limit
    self.after = after
  }

  /// `/v1/albums`.
  public var path: String { "/v1/albums" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .given("owner", owner) + .page(limit, after) }
}

/// `GET /v1/me/albums`: a page of the albums that the account owns or adds to, the newest first.
public struct OwnAlbumPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = AlbumPage
  /// The largest number of albums on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/albums`.
  public var path: String { "/v1/me/albums" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `GET /v1/albums/{id}/photos`: a page of the photos of an album that the account may read, in the order of the album.
public struct AlbumPhotoPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = PhotoPage
  /// The id of the album.
  public var id: AlbumID
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(id: AlbumID, limit: Int? = nil, after: PageCursor? = nil) {
    self.id = id
    self.limit = limit
    self.after = after
  }

  /// `/v1/albums/{id}/photos`.
  public var path: String { "\(id.path)/photos" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}
