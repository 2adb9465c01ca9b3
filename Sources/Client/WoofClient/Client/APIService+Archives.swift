// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// Asks for an address at which photos are downloaded as one ZIP file for a day, without a credential.
  ///
  /// - Parameter ids: The photos, each once, in the order of the file; 1 to 10,000.
  /// - Throws: ``WoofError``, as with `notFound` where the account may not read one of them, or `invalidParameter`;
  ///   `CancellationError` when the task is cancelled.
  public func makeArchive(ofPhotos ids: [PhotoID]) async throws -> MadeArchive {
    try await response(to: MakeArchiveRequest(.photos(ids)))
  }

  /// Asks for an address at which the photos of an album that the account sees are downloaded as one ZIP file for a day,
  /// without a credential.
  ///
  /// - Throws: ``WoofError``, as with `notFound` also where the account sees no photo of it, or `payloadTooLarge`;
  ///   `CancellationError` when the task is cancelled.
  public func makeArchive(ofAlbum id: AlbumID) async throws -> MadeArchive {
    try await response(to: MakeArchiveRequest(.album(id)))
  }
}
