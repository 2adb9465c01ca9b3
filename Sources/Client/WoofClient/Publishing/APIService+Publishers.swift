// SPDX-License-Identifier: Apache-2.0

public import Combine

// Publishers are named as those of the frameworks are. Each subscriber makes the work run for itself, when it demands
// something; cancelling it ends the work.
extension APIService {
  /// Publishes what the response to a request means, once.
  public func responsePublisher<Request: APIRequest>(
    for request: Request
  ) -> AnyPublisher<Request.Response, WoofError> {
    single { try await self.response(to: request) }
  }

  /// Publishes the metadata of a photo, once.
  public func photoPublisher(
    for id: PhotoID, withAnnotations: Bool = false
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(for: PhotoRequest(id: id, withAnnotations: withAnnotations))
  }

  /// Publishes the metadata of a photo with the tag that a later change can depend on, once.
  public func versionedPhotoPublisher(for id: PhotoID) -> AnyPublisher<VersionedPhoto, WoofError> {
    responsePublisher(for: VersionedPhotoRequest(id: id))
  }

  /// Changes the caption or the visibility of a photo, and publishes the metadata after it, once.
  public func editPhotoPublisher(
    for id: PhotoID, caption: String? = nil, visibility: Visibility? = nil, ifMatching entityTag: String? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(
      for: EditPhotoRequest(id: id, caption: caption, visibility: visibility, entityTag: entityTag))
  }

  /// Reads the metadata of photos, and publishes what came of each, in the order of the ids, once.
  public func photosPublisher(for ids: [PhotoID]) -> AnyPublisher<[PhotoBatch.Item], WoofError> {
    single { try await self.photos(ids) }
  }

  /// Makes the same change to each of several photos, and publishes what came of each, in the order of the ids, once.
  public func changePublisher(
    for ids: [PhotoID], by change: PhotoBatchChange
  ) -> AnyPublisher<[PhotoBatch.Item], WoofError> {
    single { try await self.change(ids, by: change) }
  }

  /// Publishes the photos that the account has of some files, by the digests of the files, once.
  public func knownOriginalsPublisher(among digests: [Digest]) -> AnyPublisher<[Digest: PhotoID], WoofError> {
    single { try await self.knownOriginals(among: digests) }
  }

  /// Publishes the uploads that the account has begun and not finished, the newest first, once.
  public func openUploadsPublisher() -> AnyPublisher<[OpenUpload], WoofError> {
    single { try await self.openUploads() }
  }

  /// Publishes what the service says of itself before anybody signs in, once.
  public func serviceDescriptionPublisher() -> AnyPublisher<ServiceDescription, WoofError> {
    responsePublisher(for: ServiceDescriptionRequest())
  }

  /// Brings a photo back that the account has deleted, and publishes the metadata after it, once.
  public func restorePhotoPublisher(for id: PhotoID) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(for: RestorePhotoRequest(id: id))
  }

  /// Erases a photo that the account has deleted, and publishes that it is done, once.
  public func erasePhotoPublisher(for id: PhotoID) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: ErasePhotoRequest(id: id))
  }

  /// Deletes a photo, and publishes that it is done, once.
  public func deletePhotoPublisher(
    for id: PhotoID, ifMatching entityTag: String? = nil
  ) -> AnyPublisher<Void, WoofError> {
    single { try await self.deletePhoto(id, ifMatching: entityTag) }
  }

  /// Publishes the photos of the list, page by page as they are demanded.
  public func photosPublisher(
    order: PhotoOrder = .newest, owner: String? = nil, idPrefix: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(photos(order: order, owner: owner, idPrefix: idPrefix, pageSize: pageSize))
      .eraseToAnyPublisher()
  }

  /// Publishes photos by when they were taken, the latest first, page by page as they are demanded.
  public func photosByDatePublisher(
    from: Timestamp? = nil, until: Timestamp? = nil, owner: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(photosByDate(from: from, until: until, owner: owner, pageSize: pageSize))
      .eraseToAnyPublisher()
  }

  /// Publishes the photos of the account by when they were taken, the latest first, page by page as they are demanded.
  public func ownPhotosByDatePublisher(
    from: Timestamp? = nil, until: Timestamp? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(ownPhotosByDate(from: from, until: until, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the months of a timeline, once.
  public func timelinePublisher(
    of view: TimelineView = .all, matching text: String? = nil
  ) -> AnyPublisher<Timeline, WoofError> {
    responsePublisher(for: TimelineRequest(view: view, text: text))
  }

  /// Publishes the aspect ratio of each photo of a timeline, once.
  public func timelineRatiosPublisher(
    of view: TimelineView = .all, matching text: String? = nil
  ) -> AnyPublisher<[AspectRatio], WoofError> {
    responsePublisher(for: TimelineRatiosRequest(view: view, text: text))
  }

  /// Publishes photos of a month of a timeline, once.
  public func timelinePartPublisher(
    of view: TimelineView = .all, matching text: String? = nil, _ month: CivilMonth, offset: Int = 0,
    limit: Int? = nil
  ) -> AnyPublisher<TimelinePart, WoofError> {
    responsePublisher(
      for: TimelinePartRequest(view: view, text: text, month: month, offset: offset, limit: limit))
  }

  /// Publishes the photos that a search by words finds, the best first, page by page as they are demanded.
  public func searchPhotosPublisher(
    _ text: String, owner: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(searchPhotos(text, owner: owner, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the photos of a span of time that a search by words finds, the best first, page by page as they are demanded.
  public func searchPhotosPublisher(
    _ text: String, from: Timestamp?, until: Timestamp?, owner: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(searchPhotos(text, from: from, until: until, owner: owner, pageSize: pageSize))
      .eraseToAnyPublisher()
  }

  /// Publishes the photos that a search by words finds, by when they were taken, the latest first, page by page as they are
  /// demanded.
  public func searchPhotosByDatePublisher(
    _ text: String, from: Timestamp? = nil, until: Timestamp? = nil, owner: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(searchPhotosByDate(text, from: from, until: until, owner: owner, pageSize: pageSize))
      .eraseToAnyPublisher()
  }

  /// Publishes the photos of the account, page by page as they are demanded.
  public func ownPhotosPublisher(
    order: PhotoOrder = .newest, idPrefix: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(ownPhotos(order: order, idPrefix: idPrefix, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the photos that the account has deleted and can restore, page by page as they are demanded.
  public func trashPublisher(
    idPrefix: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<DeletedPhoto, WoofError> {
    AsyncSequencePublisher(trash(idPrefix: idPrefix, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes those of the account's photos that look like another one, once.
  public func similarPhotosPublisher(
    to id: PhotoID, limit: Int? = nil
  ) -> AnyPublisher<[PhotoMetadata], WoofError> {
    single { try await self.similarPhotos(to: id, limit: limit) }
  }

  /// Publishes the groups of the account's photos that look alike, page by page as they are demanded.
  public func duplicatesPublisher(pageSize: Int? = nil) -> AnyPublisher<DuplicateGroup, WoofError> {
    AsyncSequencePublisher(duplicates(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the favourites of the account, page by page as they are demanded.
  public func favouritesPublisher(pageSize: Int? = nil) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(favourites(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Sets or unsets a favourite, and publishes the metadata after it, once.
  public func setFavouritePublisher(_ isFavourite: Bool, for id: PhotoID) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(for: FavouriteRequest(id: id, isFavourite: isFavourite))
  }

  /// Sets or unsets a favourite by an edit that has a number on its device, and publishes the metadata after it, once.
  public func setFavouritePublisher(
    _ isFavourite: Bool, for id: PhotoID, edit: EditStamp
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(for: FavouriteRequest(id: id, isFavourite: isFavourite, edit: edit))
  }

  /// Publishes the pages of the change log as they are demanded, until there is no more for now.
  public func changesPublisher(
    since token: ChangeToken? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<ChangePage, WoofError> {
    AsyncSequencePublisher(changes(since: token, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the pages of the change log of several kinds of things as they are demanded, until there is no more for now.
  public func changesPublisher(
    kinds: ChangeSubjects, since token: ChangeToken? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<ServiceChangePage, WoofError> {
    AsyncSequencePublisher(changes(kinds: kinds, since: token, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes digests of everything that the account sees, once.
  public func viewPublisher() -> AnyPublisher<AccountView, WoofError> { responsePublisher(for: AccountViewRequest()) }

  /// Publishes the account of the credential, once.
  public func accountPublisher() -> AnyPublisher<Account, WoofError> { responsePublisher(for: AccountRequest()) }

  /// Publishes that the service is alive, once.
  public func healthPublisher() -> AnyPublisher<Void, WoofError> { responsePublisher(for: HealthRequest()) }

  /// Publishes that the service takes requests, once.
  public func readinessPublisher() -> AnyPublisher<Void, WoofError> { responsePublisher(for: ReadinessRequest()) }

  /// Publishes what an upload may take, once.
  public func uploadLimitsPublisher() -> AnyPublisher<UploadLimits, WoofError> {
    responsePublisher(for: UploadLimitsRequest())
  }

  /// Asks for a ticket with which a photo is uploaded without a credential, and publishes it, once.
  public func uploadTicketPublisher(for upload: PhotoUpload) -> AnyPublisher<UploadTicket, WoofError> {
    single { try await self.uploadTicket(for: upload) }
  }

  /// Publishes the upload tickets of the account, page by page as they are demanded.
  public func uploadTicketsPublisher(pageSize: Int? = nil) -> AnyPublisher<UploadTicket, WoofError> {
    AsyncSequencePublisher(uploadTickets(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Revokes an upload ticket, and publishes that, once.
  public func revokeUploadTicketPublisher(_ id: String) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: RevokeUploadTicketRequest(id: id))
  }

  /// Makes a password for one app, and publishes it, once.
  public func makeAppPasswordPublisher(
    named name: String, for scopes: AppPasswordScopes, until end: Timestamp? = nil
  ) -> AnyPublisher<AppPassword, WoofError> {
    responsePublisher(for: AppPasswordRequest(name: name, scopes: scopes, expiresAt: end))
  }

  /// Publishes the app passwords of the account, page by page as they are demanded.
  public func appPasswordsPublisher(pageSize: Int? = nil) -> AnyPublisher<AppPassword, WoofError> {
    AsyncSequencePublisher(appPasswords(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Revokes an app password, by default the one with which the service is signed in to, and publishes that, once.
  public func revokeAppPasswordPublisher(_ id: String? = nil) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: RevokeAppPasswordRequest(id: id))
  }

  /// Publishes the browsers in which the account has signed in, page by page as they are demanded.
  public func browserSessionsPublisher(pageSize: Int? = nil) -> AnyPublisher<BrowserSession, WoofError> {
    AsyncSequencePublisher(browserSessions(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Ends a browser session, or all where none is named, and publishes that, once.
  public func endBrowserSessionPublisher(_ id: String? = nil) -> AnyPublisher<Void, WoofError> {
    responsePublisher(for: EndBrowserSessionRequest(id: id))
  }

  /// Publishes figures of the service, in the text format of Prometheus, once.
  public func metricsPublisher() -> AnyPublisher<String, WoofError> { responsePublisher(for: MetricsRequest()) }

  /// Publishes the wire contract, as OpenAPI in YAML, once.
  public func contractPublisher() -> AnyPublisher<String, WoofError> { responsePublisher(for: ContractRequest()) }

  /// Publishes the name that the service suggests for a file with an original or a variant, once.
  public func suggestedFileNamePublisher(of bytes: PhotoBytes) -> AnyPublisher<String, WoofError> {
    single { try await self.suggestedFileName(of: bytes) }
  }
}
