// SPDX-License-Identifier: Apache-2.0

public import WoofCore
public import WoofModel

extension EmbeddedStore: RecordStore {
  /// The record of a photo, deleted ones included; `nil` for an id that never was.
  public func photo(_ id: PhotoID) async throws -> PhotoRecord? {
    try await readers.read { snapshot in try snapshot.photo(id) }
  }

  /// The greatest id that a photo has or had; `nil` where there never was one.
  public func newestPhotoID() async throws -> PhotoID? {
    try await readers.read { snapshot in try snapshot.newestPhotoID() }
  }

  /// A page of photos that are not deleted, in the order of the query.
  public func photos(_ query: PhotoQuery) async throws -> [PhotoRecord] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.photos(query) }
  }

  /// A page of the photos that an account likes and may read, the newest like first, and of those of the same
  /// millisecond the photo that came in last.
  public func favourites(
    of account: AccountID, after cursor: FavouriteCursor?, limit: Int
  ) async throws -> [Favourite] {
    try await readers.read(cost: .page(limit)) { snapshot in
      try snapshot.favourites(of: account, after: cursor, limit: limit)
    }
  }

  /// Returns the ids of the given photos that the account likes.
  public func favourites(among photos: [PhotoID], of account: AccountID) async throws -> Set<PhotoID> {
    try await readers.read { snapshot in try snapshot.favourites(among: photos, of: account) }
  }

  /// Adds a photo, or finds that its owner has the same bytes already; settles the request's idempotency key with it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `idempotency-key-reused` where the key came with another request,
  ///   `conflict` where the id is taken, or `payload-too-large` or `insufficient-storage` where the account has no room.
  public func addPhoto(_ draft: PhotoDraft, idempotency: IdempotencyClaim?) async throws -> PhotoAddition {
    try requireLock()
    // Rendered here, as everybody waits for the writer.
    let annotations = RenderedAnnotations(of: draft)
    return try await writer.write { transaction in
      try transaction.addPhoto(draft, annotations, idempotency: idempotency)
    }
  }

  /// Changes or deletes a photo that is there, in one transaction with what `edit` decides on its newest record.
  ///
  /// A deleted photo keeps its record for ever, with its last metadata and without favourites: its count is 0. For as long
  /// as ``EmbeddedStoreConfiguration/deletionGrace`` says, its bytes and its favourites are kept out of sight.
  ///
  /// - Throws: Any error that `edit` throws; ``WoofModel/WoofError`` with the code `conflict` where the new owner has
  ///   the same bytes as another photo.
  public func updatePhoto(
    _ id: PhotoID, _ edit: @escaping @Sendable (PhotoRecord?) throws -> PhotoEdit
  ) async throws -> PhotoRecord {
    try requireLock()
    return try await writer.write(mayUseReserve: true) { transaction in try transaction.updatePhoto(id, edit) }
  }

  /// Sets or unsets a favourite; setting what is set changes nothing.
  ///
  /// - Returns: The record after it.
  /// - Throws: Any error that `check` throws.
  public func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp,
    check: @escaping @Sendable (PhotoRecord?) throws -> Void
  ) async throws -> PhotoRecord {
    try requireLock()
    return try await writer.setFavourite(isFavourite, of: photo, by: account, at: time, check: check)
  }

  /// Returns the response kept under an idempotency key; `nil` if there is none, or if it has expired at `time`.
  public func storedResponse(to key: IdempotencyKey, at time: Timestamp) async throws -> StoredResponse? {
    try await readers.read { snapshot in try StoredResponse.read(to: key, at: time, in: snapshot.database) }
  }

  /// Photos are changed only by the process that serves: its writer remembers them.
  func requireLock() throws(WoofError) {
    guard folder.isLocked else {
      throw WoofError(.unavailable, "Photos can be changed through the running service only.")
    }
  }
}
