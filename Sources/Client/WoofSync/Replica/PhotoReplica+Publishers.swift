// SPDX-License-Identifier: Apache-2.0

public import Combine

extension PhotoReplica {
  /// Publishes a list, now and each time that it changes, as far as it is demanded. Ends when the replica is closed.
  public func photosPublisher(_ query: PhotoListQuery = PhotoListQuery()) -> AnyPublisher<PhotoListUpdate, WoofError> {
    AsyncSequencePublisher(photos(query)).eraseToAnyPublisher()
  }

  /// Publishes what the replica is doing, now and with each change. Ends when the replica is closed.
  public var statusPublisher: AnyPublisher<SyncStatus, Never> {
    AsyncSequencePublisher(statusUpdates).catch { _ in Empty<SyncStatus, Never>() }.eraseToAnyPublisher()
  }

  /// Publishes the uploads that are being sent, now and with each change. Ends when the replica is closed.
  public var uploadsPublisher: AnyPublisher<[UploadProgress], Never> {
    AsyncSequencePublisher(uploadUpdates).catch { _ in Empty<[UploadProgress], Never>() }.eraseToAnyPublisher()
  }
}
