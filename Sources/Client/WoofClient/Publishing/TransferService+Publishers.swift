// SPDX-License-Identifier: Apache-2.0

public import Combine
public import Foundation

extension EventService {
  /// Publishes events as they are demanded, and ends only when it fails.
  ///
  /// - Parameter report: Is told what becomes of the connection; by default nobody is.
  public func eventsPublisher(
    since token: ChangeToken? = nil, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void = { _ in }
  ) -> AnyPublisher<PhotoEvent, WoofError> {
    AsyncSequencePublisher(events(since: token, reporting: report)).eraseToAnyPublisher()
  }

  /// Publishes events of several kinds of things as they are demanded, and ends only when it fails.
  ///
  /// - Parameter report: Is told what becomes of the connection; by default nobody is.
  public func eventsPublisher(
    kinds: ChangeSubjects, since token: ChangeToken? = nil,
    reporting report: @escaping @Sendable (PhotoEventConnection) -> Void = { _ in }
  ) -> AnyPublisher<ServiceEvent, WoofError> {
    AsyncSequencePublisher(events(kinds: kinds, since: token, reporting: report)).eraseToAnyPublisher()
  }
}

extension TransferService {
  /// Fetches an original or a variant, and publishes it, once.
  public func fetchPhotoPublisher(
    for bytes: PhotoBytes, progress: Progress? = nil
  ) -> AnyPublisher<FetchedPhoto, WoofError> {
    single { try await self.fetchPhoto(bytes, progress: progress) }
  }

  /// Downloads an original or a variant to a file, and publishes where it is, once.
  public func downloadPublisher(
    for bytes: PhotoBytes, to file: URL, progress: Progress? = nil
  ) -> AnyPublisher<DownloadedPhoto, WoofError> {
    single { try await self.download(bytes, to: file, progress: progress) }
  }

  /// Downloads the original of a photo into a folder, and publishes where it is, once.
  public func downloadPublisher(
    for photo: PhotoMetadata, intoFolder folder: URL, progress: Progress? = nil
  ) -> AnyPublisher<DownloadedPhoto, WoofError> {
    single { try await self.download(photo, intoFolder: folder, progress: progress) }
  }

  /// Uploads a file, and publishes the photo, once.
  public func uploadPublisher(
    fromFile file: URL, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil,
    progress: Progress? = nil
  ) -> AnyPublisher<UploadedPhoto, WoofError> {
    single {
      try await self.upload(
        fromFile: file, caption: caption, visibility: visibility, fileName: fileName, progress: progress)
    }
  }

  /// Uploads data, and publishes the photo, once.
  public func uploadPublisher(
    data: Data, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil,
    progress: Progress? = nil
  ) -> AnyPublisher<UploadedPhoto, WoofError> {
    single {
      try await self.upload(
        data: data, caption: caption, visibility: visibility, fileName: fileName, progress: progress)
    }
  }
}

extension TransferService where Self: APIService {
  /// Downloads an original or a variant into a folder, under the name that the service suggests, and publishes where it is,
  /// once.
  public func downloadPublisher(
    for bytes: PhotoBytes, intoFolder folder: URL, progress: Progress? = nil
  ) -> AnyPublisher<DownloadedPhoto, WoofError> {
    single { try await self.download(bytes, intoFolder: folder, progress: progress) }
  }
}

extension WoofClient {
  /// Signs in now rather than when the service asks, and publishes the account, once.
  public func signInPublisher() -> AnyPublisher<Account, WoofError> {
    single { try await self.signIn() }
  }

  /// Forgets the credential, wherever it is kept, and publishes that it is done, once.
  public func signOutPublisher() -> AnyPublisher<Void, WoofError> {
    single { try await self.signOut() }
  }

  /// Changes the password, and publishes that it is done, once.
  public func changePasswordPublisher(from current: String, to new: String) -> AnyPublisher<Void, WoofError> {
    single { try await self.changePassword(from: current, to: new) }
  }
}
