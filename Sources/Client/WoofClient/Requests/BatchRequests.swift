// SPDX-License-Identifier: Apache-2.0

/// A change that one request makes to each of several photos.
public enum PhotoBatchChange: Hashable, Sendable {
  /// Changes the caption, the visibility or both; `nil` keeps what is there.
  case edit(caption: String? = nil, visibility: Visibility? = nil)
  /// Makes the photos favourites of the account, or no favourites.
  case favourite(Bool)
  /// Deletes the photos.
  case deletion
  /// Brings photos back that the account has deleted.
  case restoration
  /// Adds the photos to the end of an album, in the order of the ids; those that are in it stay where they are.
  case addition(to: AlbumID)
  /// Takes the photos out of an album.
  case removal(from: AlbumID)
}

extension PhotoBatchChange: Encodable {
  private enum Member: String, CodingKey { case caption, visibility, favourite, deleted, addToAlbum, removeFromAlbum }

  /// Writes the member `change` of a batch.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    switch self {
    case .edit(let caption, let visibility):
      try container.encodeIfPresent(caption, forKey: .caption)
      try container.encodeIfPresent(visibility, forKey: .visibility)
    case .favourite(let isSet): try container.encode(isSet, forKey: .favourite)
    case .deletion: try container.encode(true, forKey: .deleted)
    case .restoration: try container.encode(false, forKey: .deleted)
    case .addition(let album): try container.encode(album, forKey: .addToAlbum)
    case .removal(let album): try container.encode(album, forKey: .removeFromAlbum)
    }
  }
}

/// `POST /v1/photos/batch`: reads the metadata of up to 500 photos, or makes the same change to each of them.
public struct PhotoBatchRequest: APIRequest, Hashable {
  /// Reads what came of each photo.
  public typealias Response = PhotoBatch
  /// The ids of the photos, each once; 1 to 500.
  public var ids: [PhotoID]
  /// The change to each photo; `nil` to read their metadata.
  public var change: PhotoBatchChange?

  /// Makes the request; without a change by default.
  public init(ids: [PhotoID], change: PhotoBatchChange? = nil) {
    self.ids = ids
    self.change = change
  }

  private struct Members: Encodable {
    var ids: [PhotoID]
    var change: PhotoBatchChange?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/photos/batch`.
  public var path: String { "/v1/photos/batch" }
  /// To make a change twice is to make it once.
  public var isIdempotent: Bool { true }
  /// The ids, and the change where there is one.
  public var content: RequestContent? { get throws { try .json(Members(ids: ids, change: change)) } }
}

/// `POST /v1/photos/known`: asks which files the account has as photos.
public struct KnownOriginalsRequest: APIRequest, Hashable {
  /// Reads the photos that the account has.
  public typealias Response = KnownOriginals
  /// The SHA-256 of each file, each once; 1 to 500.
  public var digests: [Digest]

  /// Makes the request.
  public init(digests: [Digest]) { self.digests = digests }

  private struct Members: Encodable {
    var digests: [Digest]
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/photos/known`.
  public var path: String { "/v1/photos/known" }
  /// It changes nothing.
  public var isIdempotent: Bool { true }
  /// The digests.
  public var content: RequestContent? { get throws { try .json(Members(digests: digests)) } }
}
