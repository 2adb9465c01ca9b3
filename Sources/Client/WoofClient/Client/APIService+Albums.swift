// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// All albums that whoever asks finds in lists, the newest first, page by page as they are read: public ones, and those
  /// that the account owns or adds to.
  ///
  /// - Parameters:
  ///   - owner: The name of the account whose albums are listed; everybody's by default.
  ///   - pageSize: The number of albums in one request, from 1 to 500; 50 by default.
  public func albums(owner: String? = nil, pageSize: Int? = nil) -> AlbumSequence {
    AlbumSequence(self) { AlbumPageRequest(owner: owner, limit: pageSize, after: $0) }
  }

  /// All albums that the account owns or adds to, the newest first, page by page as they are read.
  ///
  /// - Parameter pageSize: The number of albums in one request, from 1 to 500; 50 by default.
  public func ownAlbums(pageSize: Int? = nil) -> AlbumSequence {
    AlbumSequence(self) { OwnAlbumPageRequest(limit: pageSize, after: $0) }
  }

  /// An album as the account sees it.
  ///
  /// - Throws: ``WoofError``, as with `notFound` also where the account may not read it; `CancellationError` when the task is
  ///   cancelled.
  public func album(_ id: AlbumID) async throws -> Album { try await response(to: AlbumRequest(id: id)) }

  /// An album as the account sees it, with the tag that a later change can depend on.
  ///
  /// - Throws: ``WoofError``, as with `notFound`; `CancellationError` when the task is cancelled.
  public func versionedAlbum(_ id: AlbumID) async throws -> VersionedAlbum {
    try await response(to: VersionedAlbumRequest(id: id))
  }

  /// Makes an album without photos.
  ///
  /// - Parameters:
  ///   - title: Plain text of 1 to 200 characters, not of spaces only.
  ///   - visibility: The readers of the album; by default its owner and contributors alone.
  /// - Throws: ``WoofError``, as with `invalidParameter`, or `insufficientStorage` where the account has too many albums;
  ///   `CancellationError` when the task is cancelled.
  @discardableResult
  public func createAlbum(titled title: String, visibility: Visibility? = nil) async throws -> Album {
    try await response(to: CreateAlbumRequest(title: title, visibility: visibility))
  }

  /// Changes the title, the visibility or the cover of an album. To make an album public makes none of its photos public.
  ///
  /// - Parameters:
  ///   - title: The new title; by default the one that is there.
  ///   - visibility: The new visibility; by default the one that is there.
  ///   - cover: The new cover; by default the one that is there.
  ///   - entityTag: The tag that must still hold; by default any may.
  /// - Returns: The album after it.
  /// - Throws: ``WoofError``, as with `forbidden`, or `preconditionFailed` where the tag holds no longer; `CancellationError`
  ///   when the task is cancelled.
  @discardableResult
  public func editAlbum(
    _ id: AlbumID, title: String? = nil, visibility: Visibility? = nil, cover: AlbumCover? = nil,
    ifMatching entityTag: String? = nil
  ) async throws -> Album {
    try await response(
      to: EditAlbumRequest(id: id, title: title, visibility: visibility, cover: cover, entityTag: entityTag))
  }

  /// Deletes an album for good. Its photos stay.
  ///
  /// - Parameter entityTag: The tag that must still hold; by default any may.
  /// - Throws: ``WoofError``, as with `notFound`, `forbidden` or `preconditionFailed`; `CancellationError` when the task is
  ///   cancelled.
  public func deleteAlbum(_ id: AlbumID, ifMatching entityTag: String? = nil) async throws {
    try await response(to: DeleteAlbumRequest(id: id, entityTag: entityTag))
  }
}

extension APIService {
  /// The photos of an album that whoever asks may read, in the order of the album, page by page as they are read.
  ///
  /// - Parameter pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func photos(in album: AlbumID, pageSize: Int? = nil) -> PhotoSequence {
    PhotoSequence(self) { AlbumPhotoPageRequest(id: album, limit: pageSize, after: $0) }
  }

  /// Adds one of the account's photos to an album, or moves it there; ``change(_:by:)`` adds many in one request. The photo
  /// itself stays as it is, its visibility included.
  ///
  /// - Parameter place: The place of the photo; by default the end if it is new there, and the place that it has if it is not.
  /// - Returns: The album after it.
  /// - Throws: ``WoofError``, as with `notFound`, `gone` or `forbidden`; `CancellationError` when the task is cancelled.
  @discardableResult
  public func addPhoto(_ photo: PhotoID, to album: AlbumID, at place: AlbumPlace? = nil) async throws -> Album {
    try await response(to: AddAlbumPhotoRequest(photo: photo, album: album, place: place))
  }

  /// Takes a photo out of an album; one that is not in it changes nothing. The photo itself stays.
  ///
  /// - Throws: ``WoofError``, as with `notFound` or `forbidden`; `CancellationError` when the task is cancelled.
  public func removePhoto(_ photo: PhotoID, from album: AlbumID) async throws {
    try await response(to: RemoveAlbumPhotoRequest(photo: photo, album: album))
  }

  /// Lets an account read an album and add its own photos; if it does so already, nothing changes.
  ///
  /// - Parameter name: The name of the account.
  /// - Returns: The album after it.
  /// - Throws: ``WoofError``, as with `notFound`, `forbidden`, or `insufficientStorage` where the album has too many
  ///   contributors; `CancellationError` when the task is cancelled.
  @discardableResult
  public func addContributor(_ name: String, to album: AlbumID) async throws -> Album {
    try await response(to: AddContributorRequest(name: name, album: album))
  }

  /// Lets an account add to an album no longer. The photos that it has added stay in the album.
  ///
  /// - Parameter name: The name of the account; a contributor may give its own, to leave.
  /// - Throws: ``WoofError``, as with `notFound` or `forbidden`; `CancellationError` when the task is cancelled.
  public func removeContributor(_ name: String, from album: AlbumID) async throws {
    try await response(to: RemoveContributorRequest(name: name, album: album))
  }
}
