public import Combine

// Publishers are named as those of the frameworks are. Each subscriber makes the work run for itself, when it demands
// something; cancelling it ends the work.
extension APIService {
  /// Publishes what the answer to a request means, once.
  public func responsePublisher<Request: APIRequest>(
    for request: Request
  ) -> AnyPublisher<Request.Response, WoofError> {
    single { try await self.response(to: request) }
  }

  /// Publishes the metadata of a photo, once.
  public func photoPublisher(for id: PhotoID) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(for: PhotoRequest(id: id))
  }

  /// Publishes the photos of the list, page by page as they are demanded.
  public func photosPublisher(
    order: PhotoOrder = .newest, owner: String? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(photos(order: order, owner: owner, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the photos of the account, page by page as they are demanded.
  public func ownPhotosPublisher(
    order: PhotoOrder = .newest, pageSize: Int? = nil
  ) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(ownPhotos(order: order, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the favourites of the account, page by page as they are demanded.
  public func favouritesPublisher(pageSize: Int? = nil) -> AnyPublisher<PhotoMetadata, WoofError> {
    AsyncSequencePublisher(favourites(pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Sets or unsets a favourite, and publishes the metadata after it, once.
  public func setFavouritePublisher(_ isFavourite: Bool, for id: PhotoID) -> AnyPublisher<PhotoMetadata, WoofError> {
    responsePublisher(for: FavouriteRequest(id: id, isFavourite: isFavourite))
  }

  /// Publishes the pages of the change log as they are demanded, until there is no more for now.
  public func changesPublisher(
    since token: ChangeToken? = nil, pageSize: Int? = nil
  ) -> AnyPublisher<ChangePage, WoofError> {
    AsyncSequencePublisher(changes(since: token, pageSize: pageSize)).eraseToAnyPublisher()
  }

  /// Publishes the account of the credential, once.
  public func accountPublisher() -> AnyPublisher<Account, WoofError> { responsePublisher(for: AccountRequest()) }

  func single<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) -> AnyPublisher<Value, WoofError> {
    AsyncSequencePublisher(SingleValueSequence(work: work)).eraseToAnyPublisher()
  }
}
