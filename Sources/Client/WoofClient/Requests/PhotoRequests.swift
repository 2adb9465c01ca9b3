// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `GET /v1/photos/{id}`: the metadata of a photo.
public struct PhotoRequest: APIRequest, Hashable {
  /// Reads the metadata.
  public typealias Response = PhotoMetadata
  /// The id of the photo.
  public var id: PhotoID
  /// `true` to ask for the photo's annotations too, which only its owner and administrators get.
  public var withAnnotations: Bool

  /// Makes the request; annotations are not asked for by default.
  public init(id: PhotoID, withAnnotations: Bool = false) {
    self.id = id
    self.withAnnotations = withAnnotations
  }

  /// `/v1/photos/{id}`.
  public var path: String { "/v1/photos/\(id)" }
  /// `annotations`, if they are asked for.
  public var query: [URLQueryItem] { withAnnotations ? [URLQueryItem(name: "annotations", value: nil)] : [] }
}

/// `GET /v1/photos/{id}`: the metadata of a photo, with the `ETag` that a later change can depend on.
public struct VersionedPhotoRequest: APIRequest, Hashable {
  /// The id of the photo.
  public var id: PhotoID

  /// Makes the request.
  public init(id: PhotoID) { self.id = id }

  /// `/v1/photos/{id}`.
  public var path: String { "/v1/photos/\(id)" }

  /// Reads the metadata and the `ETag`.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where there is no `ETag`, `DecodingError`.
  public func response(from response: APIResponse) throws -> VersionedPhoto {
    VersionedPhoto(photo: try response.json(PhotoMetadata.self), entityTag: try response.entityTag)
  }
}

/// `PATCH /v1/photos/{id}`: changes caption or visibility. For the owner and administrators.
public struct EditPhotoRequest: APIRequest, Hashable {
  /// Reads the metadata after the change.
  public typealias Response = PhotoMetadata
  /// The id of the photo to change.
  public var id: PhotoID
  /// The new caption; `nil` to keep the one that is there.
  public var caption: String?
  /// The new visibility; `nil` to keep the one that is there.
  public var visibility: Visibility?
  /// The `ETag` that must still hold; `nil` where any may.
  public var entityTag: String?

  /// Makes the request.
  public init(id: PhotoID, caption: String? = nil, visibility: Visibility? = nil, entityTag: String? = nil) {
    self.id = id
    self.caption = caption
    self.visibility = visibility
    self.entityTag = entityTag
  }

  /// Makes a request that depends on the photo's revision, so that favourites do not stand in its way.
  ///
  /// - Parameter revision: The ``PhotoMetadata/revision`` that must still hold.
  public init(id: PhotoID, caption: String? = nil, visibility: Visibility? = nil, revision: Int64) {
    self.init(
      id: id, caption: caption, visibility: visibility, entityTag: PhotoMetadata.entityTag(ofRevision: revision))
  }

  private struct Patch: Encodable {
    var caption: String?
    var visibility: Visibility?
  }

  /// `PATCH`.
  public var method: HTTPMethod { .patch }
  /// `/v1/photos/{id}`.
  public var path: String { "/v1/photos/\(id)" }
  /// `If-Match`, where a tag is given.
  public var fields: [String: String] { .matching(entityTag) }
  /// Setting the same values twice is setting them once, unless the second time depends on a tag of before.
  public var isIdempotent: Bool { entityTag == nil }
  /// A merge patch (RFC 7396) of what changes.
  public var content: RequestContent? {
    get throws { try .mergePatch(Patch(caption: caption, visibility: visibility)) }
  }
}

/// `POST /v1/photos/{id}/restore`: brings a photo back that the account has deleted.
public struct RestorePhotoRequest: APIRequest, Hashable {
  /// Reads the metadata after it.
  public typealias Response = PhotoMetadata
  /// The id of the photo to restore.
  public var id: PhotoID

  /// Makes the request.
  public init(id: PhotoID) { self.id = id }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/photos/{id}/restore`.
  public var path: String { "/v1/photos/\(id)/restore" }
  /// A photo that is back stays so.
  public var isIdempotent: Bool { true }
}

/// `DELETE /v1/me/trash/{id}`: erases a photo that the account has deleted.
public struct ErasePhotoRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The id of the photo to erase.
  public var id: PhotoID

  /// Makes the request.
  public init(id: PhotoID) { self.id = id }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/me/trash/{id}`.
  public var path: String { "/v1/me/trash/\(id)" }
}

/// `DELETE /v1/photos/{id}`: deletes a photo, which the service may keep for a while. For the owner and administrators.
public struct DeletePhotoRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The id of the photo to delete.
  public var id: PhotoID
  /// The `ETag` that must still hold; `nil` where any may.
  public var entityTag: String?

  /// Makes the request.
  public init(id: PhotoID, entityTag: String? = nil) {
    self.id = id
    self.entityTag = entityTag
  }

  /// Makes a request that depends on the photo's revision, so that favourites do not stand in its way.
  ///
  /// - Parameter revision: The ``PhotoMetadata/revision`` that must still hold.
  public init(id: PhotoID, revision: Int64) {
    self.init(id: id, entityTag: PhotoMetadata.entityTag(ofRevision: revision))
  }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/photos/{id}`.
  public var path: String { "/v1/photos/\(id)" }
  /// `If-Match`, where a tag is given.
  public var fields: [String: String] { .matching(entityTag) }
}

/// `PUT` or `DELETE /v1/photos/{id}/favourite`: makes a photo a favourite of the account, or no favourite.
public struct FavouriteRequest: APIRequest, Hashable {
  /// Reads the metadata after it.
  public typealias Response = PhotoMetadata
  /// The id of the photo.
  public var id: PhotoID
  /// `true` to make the photo a favourite, `false` to make it none.
  public var isFavourite: Bool
  /// The number of the edit on its device, by which the service knows one that arrives late; `nil` for none.
  public var edit: EditStamp?

  /// Makes the request.
  public init(id: PhotoID, isFavourite: Bool, edit: EditStamp? = nil) {
    self.id = id
    self.isFavourite = isFavourite
    self.edit = edit
  }

  /// `Woof-Edit`, where the edit has a number.
  public var fields: [String: String] { edit.map { ["Woof-Edit": $0.description] } ?? [:] }

  /// `PUT` to set, `DELETE` to unset.
  public var method: HTTPMethod { isFavourite ? .put : .delete }
  /// `/v1/photos/{id}/favourite`.
  public var path: String { "/v1/photos/\(id)/favourite" }
}
