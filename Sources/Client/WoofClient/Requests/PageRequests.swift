// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `GET /v1/photos`: a page of photos.
public struct PhotoPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = PhotoPage
  /// The order of the photos.
  public var order: PhotoOrder
  /// The name of the account that owns the photos; `nil` for the photos of all accounts.
  public var owner: String?
  /// The beginning of the photos' ids, at least four characters long; `nil` for all photos. For the newest order only.
  public var idPrefix: String?
  /// The moment from which on photos are listed; `nil`, the default, for no beginning. For the order by moments only.
  public var from: Timestamp?
  /// The moment before which photos are listed; `nil`, the default, for no end. For the order by moments only.
  public var until: Timestamp?
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(
    order: PhotoOrder = .newest, owner: String? = nil, idPrefix: String? = nil, limit: Int? = nil,
    after: PageCursor? = nil
  ) {
    self.order = order
    self.owner = owner
    self.idPrefix = idPrefix
    self.limit = limit
    self.after = after
  }

  /// `/v1/photos`.
  public var path: String { "/v1/photos" }
  /// The parameters that are given.
  public var query: [URLQueryItem] {
    [URLQueryItem(name: "order", value: order.rawValue)] + .given("owner", owner) + .given("idPrefix", idPrefix)
      + .span(from, until) + .page(limit, after)
  }
}

/// `GET /v1/photos?q=`: a page of the photos that a search by words finds, the best first or the latest first.
public struct PhotoSearchRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = PhotoPage
  /// The words that are looked for, 1 to 200 characters.
  public var text: String
  /// The name of the account that owns the photos; `nil` for the photos of all accounts.
  public var owner: String?
  /// `true` for the latest first, by when they were taken; `false`, the default, for the best first.
  public var isByDate = false
  /// The moment from which on photos are found; `nil`, the default, for no beginning.
  public var from: Timestamp?
  /// The moment before which photos are found; `nil`, the default, for no end.
  public var until: Timestamp?
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(text: String, owner: String? = nil, limit: Int? = nil, after: PageCursor? = nil) {
    self.text = text
    self.owner = owner
    self.limit = limit
    self.after = after
  }

  /// `/v1/photos`.
  public var path: String { "/v1/photos" }
  /// The parameters that are given.
  public var query: [URLQueryItem] {
    .given("q", text) + .given("order", isByDate ? PhotoOrder.taken.rawValue : nil) + .given("owner", owner)
      + .span(from, until) + .page(limit, after)
  }
}

/// `GET /v1/me/photos`: a page of the account's own photos, of every visibility.
public struct OwnPhotoPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = PhotoPage
  /// The order of the photos.
  public var order: PhotoOrder
  /// The beginning of the photos' ids, at least four characters long; `nil` for all photos. For the newest order only.
  public var idPrefix: String?
  /// The moment from which on photos are listed; `nil`, the default, for no beginning. For the order by moments only.
  public var from: Timestamp?
  /// The moment before which photos are listed; `nil`, the default, for no end. For the order by moments only.
  public var until: Timestamp?
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(
    order: PhotoOrder = .newest, idPrefix: String? = nil, limit: Int? = nil, after: PageCursor? = nil
  ) {
    self.order = order
    self.idPrefix = idPrefix
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/photos`.
  public var path: String { "/v1/me/photos" }
  /// The parameters that are given.
  public var query: [URLQueryItem] {
    [URLQueryItem(name: "order", value: order.rawValue)] + .given("idPrefix", idPrefix) + .span(from, until)
      + .page(limit, after)
  }
}

/// `GET /v1/me/trash`: a page of the photos that the account has deleted and can restore.
public struct TrashPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = TrashPage
  /// The beginning of the photos' ids, at least four characters long; `nil` for all photos.
  public var idPrefix: String?
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(idPrefix: String? = nil, limit: Int? = nil, after: PageCursor? = nil) {
    self.idPrefix = idPrefix
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/trash`.
  public var path: String { "/v1/me/trash" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .given("idPrefix", idPrefix) + .page(limit, after) }
}

/// `GET /v1/me/photos?similarTo=`: those of the account's photos that look like another one, the most alike first.
public struct SimilarPhotosRequest: APIRequest, Hashable {
  /// Reads the page, the only one there is.
  public typealias Response = PhotoPage
  /// The id of the photo with which the others are compared.
  public var id: PhotoID
  /// The largest number of photos, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?

  /// Makes the request.
  public init(id: PhotoID, limit: Int? = nil) {
    self.id = id
    self.limit = limit
  }

  /// `/v1/me/photos`.
  public var path: String { "/v1/me/photos" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .given("similarTo", "\(id)") + .page(limit, nil) }
}

/// `GET /v1/me/duplicates`: a page of the groups of the account's photos that look alike.
public struct DuplicatePageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = DuplicatePage
  /// The largest number of groups on a page, from 1 to 100; `nil` for the service's default, 20.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page, for which the groups are found anew.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/duplicates`.
  public var path: String { "/v1/me/duplicates" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `GET /v1/me/favourites`: a page of the account's favourites.
public struct FavouritePageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = PhotoPage
  /// The largest number of photos on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/favourites`.
  public var path: String { "/v1/me/favourites" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `GET /v1/changes`: a page of the change log.
public struct ChangePageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = ChangePage
  /// The newest token that is known; `nil` for a snapshot of what there is, after which the log goes on.
  public var since: ChangeToken?
  /// The largest number of changes on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?

  /// Makes the request.
  public init(since: ChangeToken? = nil, limit: Int? = nil) {
    self.since = since
    self.limit = limit
  }

  /// `/v1/changes`.
  public var path: String { "/v1/changes" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .given("since", since?.rawValue) + .given("limit", limit.map(String.init)) }
}

/// `GET /v1/changes?kinds=`: a page of the change log of several kinds of things.
public struct ServiceChangePageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = ServiceChangePage
  /// The things whose changes are asked for; at least one.
  public var kinds: ChangeSubjects
  /// The newest token that is known, given for these kinds or more; `nil` for a snapshot of what there is, after which the
  /// log goes on.
  public var since: ChangeToken?
  /// The largest number of changes on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?

  /// Makes the request.
  public init(kinds: ChangeSubjects, since: ChangeToken? = nil, limit: Int? = nil) {
    self.kinds = kinds
    self.since = since
    self.limit = limit
  }

  /// `/v1/changes`.
  public var path: String { "/v1/changes" }
  /// The parameters that are given.
  public var query: [URLQueryItem] {
    .kinds(kinds) + .given("since", since?.rawValue) + .given("limit", limit.map(String.init))
  }
}

extension [URLQueryItem] {
  static func kinds(_ kinds: ChangeSubjects) -> [URLQueryItem] {
    [URLQueryItem(name: "kinds", value: kinds.parameter)]
  }

  static func given(_ name: String, _ value: String?) -> [URLQueryItem] {
    value.map { [URLQueryItem(name: name, value: $0)] } ?? []
  }

  static func span(_ from: Timestamp?, _ until: Timestamp?) -> [URLQueryItem] {
    given("from", from?.description) + given("until", until?.description)
  }

  static func page(_ limit: Int?, _ after: PageCursor?) -> [URLQueryItem] {
    given("limit", limit.map(String.init)) + given("after", after?.rawValue)
  }
}
