// SPDX-License-Identifier: Apache-2.0

/// `GET /v1/albums/{id}`: an album as the account sees it.
public struct AlbumRequest: APIRequest, Hashable {
  /// Reads the album.
  public typealias Response = Album
  /// The id of the album.
  public var id: AlbumID

  /// Makes the request.
  public init(id: AlbumID) { self.id = id }

  /// `/v1/albums/{id}`.
  public var path: String { id.path }
}

/// `GET /v1/albums/{id}`: an album, with the `ETag` that a later change can depend on.
public struct VersionedAlbumRequest: APIRequest, Hashable {
  /// The id of the album.
  public var id: AlbumID

  /// Makes the request.
  public init(id: AlbumID) { self.id = id }

  /// `/v1/albums/{id}`.
  public var path: String { id.path }

  /// Reads the album and the `ETag`.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where there is no `ETag`, `DecodingError`.
  public func response(from response: APIResponse) throws -> VersionedAlbum {
    VersionedAlbum(album: try response.json(Album.self), entityTag: try response.entityTag)
  }
}

/// `POST /v1/albums`: makes an album without photos.
public struct CreateAlbumRequest: APIRequest, Hashable {
  /// Reads the new album.
  public typealias Response = Album
  /// Plain text of 1 to 200 characters, not of spaces only.
  public var title: String
  /// The readers of the album; `nil` for its owner and contributors alone.
  public var visibility: Visibility?

  /// Makes the request; by default of an album that its owner and contributors alone may read.
  public init(title: String, visibility: Visibility? = nil) {
    self.title = title
    self.visibility = visibility
  }

  private struct Draft: Encodable {
    var title: String
    var visibility: Visibility?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/albums`.
  public var path: String { "/v1/albums" }
  /// The title, and the visibility where one is given.
  public var content: RequestContent? { get throws { try .json(Draft(title: title, visibility: visibility)) } }
}

/// The photo that is to stand for an album.
public enum AlbumCover: Hashable, Sendable {
  /// A photo of the album that its owner may read.
  case photo(PhotoID)
  /// The first photo of the album, whichever that is.
  case first
}

/// `PATCH /v1/albums/{id}`: changes title, visibility or cover. For the owner, and administrators that may read the album.
public struct EditAlbumRequest: APIRequest, Hashable {
  /// Reads the album after the change.
  public typealias Response = Album
  /// The id of the album to change.
  public var id: AlbumID
  /// The new title; `nil` to keep the one that is there.
  public var title: String?
  /// The new visibility; `nil` to keep the one that is there.
  public var visibility: Visibility?
  /// The new cover; `nil` to keep the one that is there.
  public var cover: AlbumCover?
  /// The `ETag` that must still hold; `nil` where any may.
  public var entityTag: String?

  /// Makes the request.
  public init(
    id: AlbumID, title: String? = nil, visibility: Visibility? = nil, cover: AlbumCover? = nil,
    entityTag: String? = nil
  ) {
    self.id = id
    self.title = title
    self.visibility = visibility
    self.cover = cover
    self.entityTag = entityTag
  }

  private struct Patch: Encodable {
    enum Member: String, CodingKey { case title, visibility, cover }

    var title: String?
    var visibility: Visibility?
    var cover: AlbumCover?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Member.self)
      try container.encodeIfPresent(title, forKey: .title)
      try container.encodeIfPresent(visibility, forKey: .visibility)
      switch cover {
      case .photo(let id): try container.encode(id, forKey: .cover)
      case .first: try container.encodeNil(forKey: .cover)
      case nil: break
      }
    }
  }

  /// `PATCH`.
  public var method: HTTPMethod { .patch }
  /// `/v1/albums/{id}`.
  public var path: String { id.path }
  /// `If-Match`, where a tag is given.
  public var fields: [String: String] { .matching(entityTag) }
  /// Setting the same values twice is setting them once, unless the second time depends on a tag of before.
  public var isIdempotent: Bool { entityTag == nil }
  /// A merge patch (RFC 7396) of what changes.
  public var content: RequestContent? {
    get throws { try .mergePatch(Patch(title: title, visibility: visibility, cover: cover)) }
  }
}

/// `DELETE /v1/albums/{id}`: deletes an album for good. For the owner, and administrators that may read the album.
public struct DeleteAlbumRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The id of the album to delete.
  public var id: AlbumID
  /// The `ETag` that must still hold; `nil` where any may.
  public var entityTag: String?

  /// Makes the request.
  public init(id: AlbumID, entityTag: String? = nil) {
    self.id = id
    self.entityTag = entityTag
  }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/albums/{id}`.
  public var path: String { id.path }
  /// `If-Match`, where a tag is given.
  public var fields: [String: String] { .matching(entityTag) }
}

extension AlbumID {
  /// The path of the album.
  var path: String { "/v1/albums/\(self)" }
}
