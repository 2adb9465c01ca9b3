// SPDX-License-Identifier: Apache-2.0

/// A place in the order of an album.
public enum AlbumPlace: Hashable, Sendable {
  /// Right before another photo of the album.
  case before(PhotoID)
  /// Behind all others.
  case end
}

extension AlbumPlace: Encodable {
  private enum Member: String, CodingKey { case before }

  /// Writes the content of the request to add a photo.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    switch self {
    case .before(let next): try container.encode(next, forKey: .before)
    case .end: try container.encodeNil(forKey: .before)
    }
  }
}

/// `PUT /v1/albums/{id}/photos/{photo}`: adds one of the account's photos to an album, or moves it there. For the owner of
/// the album and its contributors; the owner may also move photos of others.
public struct AddAlbumPhotoRequest: APIRequest, Hashable {
  /// Reads the album after it.
  public typealias Response = Album
  /// The id of the photo.
  public var photo: PhotoID
  /// The id of the album.
  public var album: AlbumID
  /// The place of the photo; `nil` for the end if it is new there, and for the place that it has if it is not.
  public var place: AlbumPlace?

  /// Makes the request; by default, a photo that is there already stays where it is.
  public init(photo: PhotoID, album: AlbumID, place: AlbumPlace? = nil) {
    self.photo = photo
    self.album = album
    self.place = place
  }

  /// `PUT`.
  public var method: HTTPMethod { .put }
  /// `/v1/albums/{id}/photos/{photo}`.
  public var path: String { "\(album.path)/photos/\(photo)" }
  /// The place, where one is given.
  public var content: RequestContent? { get throws { try place.map { try .json($0) } } }
}

/// `DELETE /v1/albums/{id}/photos/{photo}`: takes a photo out of an album. The owner of the album takes out any photo,
/// everybody else their own.
public struct RemoveAlbumPhotoRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The id of the photo.
  public var photo: PhotoID
  /// The id of the album.
  public var album: AlbumID

  /// Makes the request.
  public init(photo: PhotoID, album: AlbumID) {
    self.photo = photo
    self.album = album
  }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/albums/{id}/photos/{photo}`.
  public var path: String { "\(album.path)/photos/\(photo)" }
}

/// `PUT /v1/albums/{id}/contributors/{name}`: lets an account read an album and add its own photos. For the album's owner.
public struct AddContributorRequest: APIRequest, Hashable {
  /// Reads the album after it.
  public typealias Response = Album
  /// The name of the account.
  public var name: String
  /// The id of the album.
  public var album: AlbumID

  /// Makes the request.
  public init(name: String, album: AlbumID) {
    self.name = name
    self.album = album
  }

  /// `PUT`.
  public var method: HTTPMethod { .put }
  /// `/v1/albums/{id}/contributors/{name}`.
  public var path: String { "\(album.path)/contributors/\(ServiceAddress.encoded(name))" }
}

/// `DELETE /v1/albums/{id}/contributors/{name}`: lets an account add to an album no longer. For the album's owner, and for
/// contributors that leave.
public struct RemoveContributorRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The name of the account.
  public var name: String
  /// The id of the album.
  public var album: AlbumID

  /// Makes the request.
  public init(name: String, album: AlbumID) {
    self.name = name
    self.album = album
  }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/albums/{id}/contributors/{name}`.
  public var path: String { "\(album.path)/contributors/\(ServiceAddress.encoded(name))" }
}
