// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `GET /v1/links`: a page of the account's share links that have not expired, the newest first.
public struct ShareLinkPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = ShareLinkPage
  /// The album or the photo that the links show; `nil` for all links.
  public var target: ShareLinkTarget?
  /// The largest number of links on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(target: ShareLinkTarget? = nil, limit: Int? = nil, after: PageCursor? = nil) {
    self.target = target
    self.limit = limit
    self.after = after
  }

  /// `/v1/links`.
  public var path: String { "/v1/links" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { (target?.query ?? []) + .page(limit, after) }
}

/// `POST /v1/links`: makes a share link to one of the account's albums or photos.
public struct CreateShareLinkRequest: APIRequest, Hashable {
  /// Reads the link with its address.
  public typealias Response = ShareLink
  /// The album or the photo that the link shows.
  public var target: ShareLinkTarget
  /// The time until which the link can be used; `nil` for 30 days from now.
  public var expiresAt: Timestamp?
  /// The password that holders have to give, of 4 to 1,024 bytes; `nil` where they need none.
  public var password: String?
  /// The allowances of holders besides looking.
  public var allows: ShareLinkAllowances
  /// `true` if holders are told where photos were taken, the serial numbers of cameras and the names of files.
  public var showsLocation: Bool

  /// Makes the request; by default of a link that shows pictures to whoever has it, for 30 days.
  public init(
    target: ShareLinkTarget, expiresAt: Timestamp? = nil, password: String? = nil, allows: ShareLinkAllowances = [],
    showsLocation: Bool = false
  ) {
    self.target = target
    self.expiresAt = expiresAt
    self.password = password
    self.allows = allows
    self.showsLocation = showsLocation
  }

  private struct Draft: Encodable {
    var album: AlbumID?
    var photo: PhotoID?
    var expiresAt: Timestamp?
    var password: String?
    var allows: ShareLinkAllowances
    var location: Bool
  }

  private var draft: Draft {
    var draft = Draft(
      expiresAt: expiresAt, password: password, allows: allows, location: showsLocation)
    switch target {
    case .album(let album): draft.album = album
    case .photo(let photo): draft.photo = photo
    }
    return draft
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/links`.
  public var path: String { "/v1/links" }
  /// The album or the photo, and the rules of the link.
  public var content: RequestContent? { get throws { try .json(draft) } }
}

/// A change of the password of a share link.
public enum ShareLinkPassword: Hashable, Sendable {
  /// A new one, of 4 to 1,024 bytes, which locks out whoever gave the one before.
  case new(String)
  /// No password any more.
  case removed
}

/// `PATCH /v1/links/{id}`: changes the rules of a share link, from the next request of its holders on.
public struct EditShareLinkRequest: APIRequest, Hashable {
  /// Reads the link after the change.
  public typealias Response = ShareLink
  /// The id of the link to change.
  public var id: ShareLinkID
  /// The new time until which the link can be used; `nil` to keep the one that is there.
  public var expiresAt: Timestamp?
  /// The change of the password; `nil` to keep what is there.
  public var password: ShareLinkPassword?
  /// All that holders may do besides looking from now on; `nil` to keep what is there.
  public var allows: ShareLinkAllowances?
  /// `true` if holders are told of places from now on; `nil` to keep what is there.
  public var showsLocation: Bool?

  /// Makes the request.
  public init(
    id: ShareLinkID, expiresAt: Timestamp? = nil, password: ShareLinkPassword? = nil,
    allows: ShareLinkAllowances? = nil,
    showsLocation: Bool? = nil
  ) {
    self.id = id
    self.expiresAt = expiresAt
    self.password = password
    self.allows = allows
    self.showsLocation = showsLocation
  }

  private struct Patch: Encodable {
    enum Member: String, CodingKey { case expiresAt, password, allows, location }

    var request: EditShareLinkRequest

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Member.self)
      try container.encodeIfPresent(request.expiresAt, forKey: .expiresAt)
      switch request.password {
      case .new(let password): try container.encode(password, forKey: .password)
      case .removed: try container.encodeNil(forKey: .password)
      case nil: break
      }
      try container.encodeIfPresent(request.allows, forKey: .allows)
      try container.encodeIfPresent(request.showsLocation, forKey: .location)
    }
  }

  /// `PATCH`.
  public var method: HTTPMethod { .patch }
  /// `/v1/links/{id}`.
  public var path: String { "/v1/links/\(id)" }
  /// Setting the same values twice is setting them once.
  public var isIdempotent: Bool { true }
  /// A merge patch (RFC 7396) of what changes.
  public var content: RequestContent? {
    get throws { try .mergePatch(Patch(request: self)) }
  }
}

/// `DELETE /v1/links/{id}`: revokes a share link.
public struct RevokeShareLinkRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The id of the link.
  public var id: ShareLinkID

  /// Makes the request.
  public init(id: ShareLinkID) { self.id = id }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/links/{id}`.
  public var path: String { "/v1/links/\(id)" }
}

extension ShareLinkTarget {
  fileprivate var query: [URLQueryItem] {
    switch self {
    case .album(let album): .given("album", "\(album)")
    case .photo(let photo): .given("photo", "\(photo)")
    }
  }
}
