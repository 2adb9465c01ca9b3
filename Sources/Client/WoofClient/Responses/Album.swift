// SPDX-License-Identifier: Apache-2.0

/// Photos in an order that people give them, as the service tells of them to one account.
///
/// To be in an album opens no photo: whoever reads an album sees those photos of it that they may read anyway.
public struct Album: Codable, Hashable, Sendable, Identifiable {
  /// The id of the album.
  public var id: AlbumID
  /// The name of the account that owns it.
  public var owner: String
  /// Plain text of 1 to 200 characters.
  public var title: String
  /// The readers of the album: everybody, everybody who knows its id, or its owner and contributors.
  public var visibility: Visibility
  /// The photo that stands for the album: the one that the owner chose, or else the first; `nil` where the account may read
  /// none of its photos.
  public var cover: PhotoID?
  /// The number of the album's photos that the account may read.
  public var photoCount: Int
  /// The names of the accounts that add to the album besides its owner; `nil` for those who are not told, which are all but
  /// them and the owner.
  public var contributors: [String]?
  /// The time at which the album was made.
  public var createdAt: Timestamp
  /// A number that grows with every change of the album and of what is in it.
  public var version: Int64

  /// Makes an album, as tests do; by default a private one without photos.
  public init(
    id: AlbumID, owner: String, title: String, visibility: Visibility = .private, cover: PhotoID? = nil,
    photoCount: Int = 0, contributors: [String]? = nil, createdAt: Timestamp, version: Int64 = 1
  ) {
    self.id = id
    self.owner = owner
    self.title = title
    self.visibility = visibility
    self.cover = cover
    self.photoCount = photoCount
    self.contributors = contributors
    self.createdAt = createdAt
    self.version = version
  }
}

/// Some albums of a list, the newest first.
public typealias AlbumPage = ItemPage<Album>

/// An album, with what names this state of it.
public struct VersionedAlbum: Hashable, Sendable {
  /// The album in the state that ``entityTag`` names.
  public var album: Album
  /// The `ETag` (RFC 9110 §8.8.3), with its quotes; a change or deletion can be made to depend on it.
  public var entityTag: String

  /// Makes a versioned album.
  public init(album: Album, entityTag: String) {
    self.album = album
    self.entityTag = entityTag
  }
}
