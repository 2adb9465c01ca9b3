// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// All photos that whoever asks may see, page by page as they are read.
  ///
  /// - Parameters:
  ///   - order: The order of the photos; the newest first by default.
  ///   - owner: The name of the account whose photos are listed; everybody's by default.
  ///   - idPrefix: The beginning of the photos' ids, four characters at least; for the newest order only. All by
  ///     default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func photos(
    order: PhotoOrder = .newest, owner: String? = nil, idPrefix: String? = nil, pageSize: Int? = nil
  ) -> PhotoSequence {
    PhotoSequence(self) {
      PhotoPageRequest(order: order, owner: owner, idPrefix: idPrefix, limit: pageSize, after: $0)
    }
  }

  /// The photos that whoever asks may see by when they were taken, the latest first, page by page as they are read: by
  /// ``WoofModel/PhotoMetadata/moment``.
  ///
  /// - Parameters:
  ///   - from: The moment from which on photos are listed; by default there is no beginning.
  ///   - until: The moment before which photos are listed; by default there is no end.
  ///   - owner: The name of the account whose photos are listed; everybody's by default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func photosByDate(
    from: Timestamp? = nil, until: Timestamp? = nil, owner: String? = nil, pageSize: Int? = nil
  ) -> PhotoSequence {
    PhotoSequence(self) {
      var request = PhotoPageRequest(order: .taken, owner: owner, limit: pageSize, after: $0)
      (request.from, request.until) = (from, until)
      return request
    }
  }

  /// The photos of the account by when they were taken, as ``photosByDate(from:until:owner:pageSize:)`` has them.
  public func ownPhotosByDate(
    from: Timestamp? = nil, until: Timestamp? = nil, pageSize: Int? = nil
  ) -> PhotoSequence {
    PhotoSequence(self) {
      var request = OwnPhotoPageRequest(order: .taken, limit: pageSize, after: $0)
      (request.from, request.until) = (from, until)
      return request
    }
  }

  /// All photos that a search by words finds, page by page as they are read: those that fit best first, and among equals
  /// the newest.
  ///
  /// A photo has all the words, and one that begins with the last, which may still be being typed. Words are those of the
  /// caption, the owner's name, the format, the date and the titles of public albums; of the account's own photos also those
  /// of the file's name, the annotations and the account's other albums. Case and accents do not matter, and nothing is
  /// syntax.
  ///
  /// - Parameters:
  ///   - text: The words, 1 to 200 characters. Reading throws ``WoofError`` with the code `invalidParameter` otherwise.
  ///   - owner: The name of the account whose photos are looked for; everybody's by default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func searchPhotos(_ text: String, owner: String? = nil, pageSize: Int? = nil) -> PhotoSequence {
    PhotoSequence(self) { PhotoSearchRequest(text: text, owner: owner, limit: pageSize, after: $0) }
  }

  /// All photos of a span of time that a search by words finds, the best first, page by page as they are read.
  ///
  /// - Parameters:
  ///   - text: The words, as of ``searchPhotos(_:owner:pageSize:)``.
  ///   - from: The moment from which on photos are found; `nil` for no beginning.
  ///   - until: The moment before which photos are found; `nil` for no end.
  ///   - owner: The name of the account whose photos are looked for; everybody's by default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func searchPhotos(
    _ text: String, from: Timestamp?, until: Timestamp?, owner: String? = nil, pageSize: Int? = nil
  ) -> PhotoSequence {
    found(text, isByDate: false, from: from, until: until, owner: owner, pageSize: pageSize)
  }

  /// All photos that a search by words finds, by when they were taken, the latest first, page by page as they are read.
  ///
  /// - Parameters:
  ///   - text: The words, as of ``searchPhotos(_:owner:pageSize:)``.
  ///   - from: The moment from which on photos are found; no beginning by default.
  ///   - until: The moment before which photos are found; no end by default.
  ///   - owner: The name of the account whose photos are looked for; everybody's by default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func searchPhotosByDate(
    _ text: String, from: Timestamp? = nil, until: Timestamp? = nil, owner: String? = nil, pageSize: Int? = nil
  ) -> PhotoSequence {
    found(text, isByDate: true, from: from, until: until, owner: owner, pageSize: pageSize)
  }

  private func found(
    _ text: String, isByDate: Bool, from: Timestamp?, until: Timestamp?, owner: String?, pageSize: Int?
  ) -> PhotoSequence {
    PhotoSequence(self) { cursor in
      var request = PhotoSearchRequest(text: text, owner: owner, limit: pageSize, after: cursor)
      (request.isByDate, request.from, request.until) = (isByDate, from, until)
      return request
    }
  }

  /// All photos of the account, of every visibility, page by page as they are read.
  ///
  /// - Parameters:
  ///   - idPrefix: The beginning of the photos' ids, four characters at least; for the newest order only. All by
  ///     default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func ownPhotos(
    order: PhotoOrder = .newest, idPrefix: String? = nil, pageSize: Int? = nil
  ) -> PhotoSequence {
    PhotoSequence(self) { OwnPhotoPageRequest(order: order, idPrefix: idPrefix, limit: pageSize, after: $0) }
  }

  /// All photos that the account has deleted and can restore, page by page as they are read, those first that were deleted
  /// last.
  ///
  /// - Parameters:
  ///   - idPrefix: The beginning of the photos' ids, four characters at least; all by default.
  ///   - pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func trash(idPrefix: String? = nil, pageSize: Int? = nil) -> TrashSequence {
    TrashSequence(self, idPrefix: idPrefix, pageSize: pageSize)
  }

  /// The photos of the account that look like another photo, the most alike first: copies in another size or format,
  /// and pictures of a series. There are none if the service has no plugin that compares pixels.
  ///
  /// - Parameter limit: The largest number of photos to ask for, from 1 to 500; 50 by default.
  /// - Throws: ``WoofError``, as with `notFound` or `authenticationRequired`; `CancellationError` when the task is
  ///   cancelled.
  public func similarPhotos(to id: PhotoID, limit: Int? = nil) async throws -> [PhotoMetadata] {
    try await response(to: SimilarPhotosRequest(id: id, limit: limit)).items
  }

  /// The groups of the account's photos that look alike, those with the newest photo first, page by page as they are read.
  ///
  /// Each photo of a group looks like its best one, by the whole picture: crops and mirror images are not grouped. The groups
  /// are those of when reading began, without photos that have gone since. There are none if the service has no plugin that
  /// compares pixels.
  ///
  /// - Parameter pageSize: The number of groups in one request, from 1 to 100; 20 by default.
  public func duplicates(pageSize: Int? = nil) -> DuplicateSequence {
    DuplicateSequence(self) { DuplicatePageRequest(limit: pageSize, after: $0) }
  }

  /// All favourites of the account, page by page as they are read.
  ///
  /// - Parameter pageSize: The number of photos in one request, from 1 to 500; 50 by default.
  public func favourites(pageSize: Int? = nil) -> PhotoSequence {
    PhotoSequence(self) { FavouritePageRequest(limit: pageSize, after: $0) }
  }

  /// The metadata of a photo.
  ///
  /// - Parameter withAnnotations: `true` to ask for the annotations too, which only the owner and administrators get;
  ///   `false` by default.
  /// - Throws: ``WoofError``, as with `notFound` or `gone`; `CancellationError` when the task is cancelled.
  public func photo(_ id: PhotoID, withAnnotations: Bool = false) async throws -> PhotoMetadata {
    try await response(to: PhotoRequest(id: id, withAnnotations: withAnnotations))
  }

  /// The metadata of a photo, with the tag that a later change can depend on.
  ///
  /// - Throws: ``WoofError``, as with `notFound` or `gone`; `CancellationError` when the task is cancelled.
  public func versionedPhoto(_ id: PhotoID) async throws -> VersionedPhoto {
    try await response(to: VersionedPhotoRequest(id: id))
  }

  /// Changes the caption or the visibility of a photo.
  ///
  /// - Parameters:
  ///   - caption: The new caption; by default the one that is there.
  ///   - visibility: The new visibility; by default the one that is there.
  ///   - entityTag: The tag that must still hold; by default any may.
  /// - Returns: The metadata after it.
  /// - Throws: ``WoofError``, as with `preconditionFailed` where the tag holds no longer; `CancellationError` when the
  ///   task is cancelled.
  @discardableResult
  public func editPhoto(
    _ id: PhotoID, caption: String? = nil, visibility: Visibility? = nil, ifMatching entityTag: String? = nil
  ) async throws -> PhotoMetadata {
    try await response(
      to: EditPhotoRequest(id: id, caption: caption, visibility: visibility, entityTag: entityTag))
  }

  /// Changes the caption or the visibility of a photo that nobody else has changed since; favourites do not count.
  ///
  /// - Parameters:
  ///   - caption: The new caption; by default the one that is there.
  ///   - visibility: The new visibility; by default the one that is there.
  ///   - revision: The ``PhotoMetadata/revision`` that must still hold.
  /// - Returns: The metadata after it.
  /// - Throws: ``WoofError``, as with `preconditionFailed` where the photo has another revision by now
  ///   (``WoofError/currentPhoto``); `CancellationError` when the task is cancelled.
  @discardableResult
  public func editPhoto(
    _ id: PhotoID, caption: String? = nil, visibility: Visibility? = nil, ifRevision revision: Int64
  ) async throws -> PhotoMetadata {
    try await response(
      to: EditPhotoRequest(id: id, caption: caption, visibility: visibility, revision: revision))
  }

  /// Deletes a photo that nobody else has changed since; favourites do not count. One that is deleted already stays so.
  ///
  /// - Parameter revision: The ``PhotoMetadata/revision`` that must still hold.
  /// - Throws: ``WoofError``, as with `forbidden` or `preconditionFailed`; `CancellationError` when the task is
  ///   cancelled.
  public func deletePhoto(_ id: PhotoID, ifRevision revision: Int64) async throws {
    do {
      try await response(to: DeletePhotoRequest(id: id, revision: revision))
    } catch WoofError.Code.gone {
      // An attempt before may have arrived though its response did not.
    }
  }

  /// Deletes a photo. One that is deleted already stays so. Where the service keeps deleted photos for a while, the owner can
  /// restore it (``restorePhoto(_:)``).
  ///
  /// - Parameter entityTag: The tag that must still hold; by default any may.
  /// - Throws: ``WoofError``, as with `forbidden` or `preconditionFailed`; `CancellationError` when the task is
  ///   cancelled.
  public func deletePhoto(_ id: PhotoID, ifMatching entityTag: String? = nil) async throws {
    do {
      try await response(to: DeletePhotoRequest(id: id, entityTag: entityTag))
    } catch WoofError.Code.gone {
      // An attempt before may have arrived though its response did not.
    }
  }

  /// Brings a photo back that the account has deleted, as it was; one that is not deleted stays as it is.
  ///
  /// - Returns: The metadata after it.
  /// - Throws: ``WoofError``, as with `gone` where it can be restored no longer, `forbidden` where an administrator has
  ///   deleted it, or `conflict` where the account has the same bytes as another photo by now; `CancellationError` when the
  ///   task is cancelled.
  @discardableResult
  public func restorePhoto(_ id: PhotoID) async throws -> PhotoMetadata {
    try await response(to: RestorePhotoRequest(id: id))
  }

  /// Erases a photo that the account has deleted, so that nobody can restore it any more.
  ///
  /// - Throws: ``WoofError``, as with `notFound` where it is not in the trash; `CancellationError` when the task is
  ///   cancelled.
  public func erasePhoto(_ id: PhotoID) async throws { try await response(to: ErasePhotoRequest(id: id)) }

  /// Makes a photo a favourite of the account, or no favourite; if it is so already, nothing changes.
  ///
  /// - Returns: The metadata after it.
  /// - Throws: ``WoofError``, as with `notFound` or `gone`; `CancellationError` when the task is cancelled.
  @discardableResult
  public func setFavourite(_ isFavourite: Bool, for id: PhotoID) async throws -> PhotoMetadata {
    try await response(to: FavouriteRequest(id: id, isFavourite: isFavourite))
  }

  /// Makes a photo a favourite of the account, or no favourite, by an edit that has a number on its device. If the service has
  /// taken an edit of the same number or a newer one from the device within 90 days, nothing changes: the metadata then say
  /// whether the photo is a favourite by now.
  ///
  /// - Returns: The metadata after it.
  /// - Throws: ``WoofError``, as with `notFound` or `gone`; `CancellationError` when the task is cancelled.
  @discardableResult
  public func setFavourite(_ isFavourite: Bool, for id: PhotoID, edit: EditStamp) async throws -> PhotoMetadata {
    try await response(to: FavouriteRequest(id: id, isFavourite: isFavourite, edit: edit))
  }

  /// The name that the service suggests for a file with an original or a variant.
  ///
  /// - Throws: ``WoofError``, as with ``WoofError/Code/invalidServerResponse`` where the name would leave a folder or hide
  ///   the file; `CancellationError` when the task is cancelled.
  public func suggestedFileName(of bytes: PhotoBytes) async throws -> String {
    try await response(to: FileNameRequest(bytes: bytes))
  }
}

extension APIService {
  /// The change log, page by page as they are read, until there is no more for now.
  ///
  /// The last page's ``ChangePage/next`` is to be kept: from there the log goes on, here or with
  /// ``EventService/events(since:)``.
  ///
  /// - Parameters:
  ///   - token: The newest token that is known; by default none, which begins with a snapshot of what there is.
  ///   - pageSize: The number of changes in one request, from 1 to 500; 50 by default.
  public func changes(since token: ChangeToken? = nil, pageSize: Int? = nil) -> ChangePageSequence {
    ChangePageSequence(self, since: token, pageSize: pageSize)
  }

  /// The change log of several kinds of things, page by page as they are read, until there is no more for now.
  ///
  /// The last page's ``ServiceChangePage/next`` is to be kept: from there the log goes on, here or with
  /// ``EventService/events(kinds:since:)``. A token knows the kinds that it was given for: with fewer it goes on, with more it
  /// is `changeTokenExpired`, and the app takes a new snapshot.
  ///
  /// - Parameters:
  ///   - kinds: The things whose changes are asked for; at least one.
  ///   - token: The newest token that is known; by default none, which begins with a snapshot of what there is.
  ///   - pageSize: The number of changes in one request, from 1 to 500; 50 by default.
  public func changes(
    kinds: ChangeSubjects, since token: ChangeToken? = nil, pageSize: Int? = nil
  ) -> ServiceChangePageSequence {
    ServiceChangePageSequence(self, from: ServiceChangePageRequest(kinds: kinds, since: token, limit: pageSize))
  }
}

extension APIService {
  /// The account of the credential.
  ///
  /// - Throws: ``WoofError``, as with `authenticationRequired`; `CancellationError` when the task is cancelled.
  public func account() async throws -> Account { try await response(to: AccountRequest()) }

  /// The uploads that the account has begun and not finished, the newest first.
  ///
  /// - Throws: ``WoofError``, as with `authenticationRequired`; `CancellationError` when the task is cancelled.
  public func openUploads() async throws -> [OpenUpload] { try await response(to: OpenUploadsRequest()).items }

  /// Digests of everything that the account sees, as of one change; who keeps a copy computes the same. The last page of
  /// ``changes(since:pageSize:)`` carries them too, as of that page (``ChangePage/view``).
  ///
  /// - Throws: ``WoofError``, as with `authenticationRequired`, or `unavailable` where too much is changing; `CancellationError`
  ///   when the task is cancelled.
  public func view() async throws -> AccountView { try await response(to: AccountViewRequest()) }
}

extension APIService {
  /// Asks whether the service is alive: returns if it is.
  ///
  /// - Throws: ``WoofError``, as with `serviceUnreachable`; `CancellationError` when the task is cancelled.
  public func checkHealth() async throws { try await response(to: HealthRequest()) }

  /// Asks whether the service takes requests: returns if it does.
  ///
  /// - Throws: ``WoofError``, as with `unavailable` while it starts or drains; `CancellationError` when the task is
  ///   cancelled.
  public func checkReadiness() async throws { try await response(to: ReadinessRequest()) }

  /// The limits that the service sets on the size of an upload.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func uploadLimits() async throws -> UploadLimits { try await response(to: UploadLimitsRequest()) }

  /// Figures of the service, in the text format of Prometheus.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func metrics() async throws -> String { try await response(to: MetricsRequest()) }

  /// What the service says of itself before anybody signs in: its version, its limits and its rules.
  ///
  /// - Throws: ``WoofError``, as with `notFound` from services before 0.3; `CancellationError` when the task is cancelled.
  public func serviceDescription() async throws -> ServiceDescription {
    try await response(to: ServiceDescriptionRequest())
  }

  /// The wire contract, as OpenAPI in YAML.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func contract() async throws -> String { try await response(to: ContractRequest()) }
}
