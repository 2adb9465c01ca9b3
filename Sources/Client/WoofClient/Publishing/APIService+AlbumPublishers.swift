// SPDX-License-Identifier: Apache-2.0

public import Combine

extension APIService {
  /// Publishes the albums of the list, page by page as they are demanded.
  public func albumsPublisher(owner: String? = nil, pageSize: Int? = nil) -> AnyPublisher<Album, WoofError> {
    AsyncSequencePublisher(albums(owner: owner, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the albums that the account owns or adds to, page by page as they are demanded.
  public func ownAlbumsPublisher(pageSize: Int? = nil) -> AnyPublisher<Album, WoofError> {
    AsyncSequencePublisher(ownAlbums(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes an album, once.
  public func albumPublisher(for id: AlbumID) -> AnyPublisher<Album, WoofError> {
    responsePublisher(for: AlbumRequest(id: id))
  }

  /// Publishes an album with the tag that a later change can depend on, once.
  public func versionedAlbumPublisher(for id: AlbumID) -> AnyPublisher<VersionedAlbum, WoofError> {
    responsePublisher(for: VersionedAlbumRequest(id: id))
  }

  /// Makes an album without photos, and publishes it, once.
  public func createAlbumPublisher(
    titled title: String, visibility: Visibility? = nil
  ) -> AnyPublisher<Album, WoofError> {
    responsePublisher(for: CreateAlbumRequest(title: title, visibility: visibility))
  }

  /// Changes the title, the visibility or the cover of an album, and publishes the album after it, once.
  public func editAlbumPublisher(
    for id: AlbumID, title: String? = nil, visibility: Visibility? = nil, cover: AlbumCover? = nil,
    ifMatching entityTag: String? = nil
  ) -> AnyPublisher<Album, WoofError> {
    responsePublisher(
      for: EditAlbumRequest(id: id, title: title, visibility: visibility, cover: cover, entityTag: entityTag))
  }

  /// Deletes an album for good, and publishes that it is done, once.
  public func deleteAlbumPublisher(
    for id: AlbumID, ifMatching entityTag: String? = nil
  ) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: DeleteAlbumRequest(id: id, entityTag: entityTag))
  }

  /// Publishes the photos of an album in their order, page by page as they are demanded.
  public func photosPublisher(in album: AlbumID, pageSize: Int? = nil) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(photos(in: album, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Adds a photo to an album or moves it there, and publishes the album after it, once.
  public func addPhotoPublisher(
    for photo: PhotoID, to album: AlbumID, at place: AlbumPlace? = nil
  ) -> AnyPublisher<Album, WoofError> {
    responsePublisher(for: AddAlbumPhotoRequest(photo: photo, album: album, place: place))
  }

  /// Takes a photo out of an album, and publishes that it is done, once.
  public func removePhotoPublisher(for photo: PhotoID, from album: AlbumID) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: RemoveAlbumPhotoRequest(photo: photo, album: album))
  }

  /// Lets an account read an album and add its own photos, and publishes the album after it, once.
  public func addContributorPublisher(_ name: String, to album: AlbumID) -> AnyPublisher<Album, WoofError> {
    responsePublisher(for: AddContributorRequest(name: name, album: album))
  }

  /// Lets an account add to an album no longer, and publishes that it is done, once.
  public func removeContributorPublisher(_ name: String, from album: AlbumID) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: RemoveContributorRequest(name: name, album: album))
  }
}
