// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofSQLite

extension EmbeddedStore: RecordStore {
  /// The record of a photo, deleted ones included; `nil` for an id that never was.
  package func photo(_ id: PhotoID) async throws -> PhotoRecord? {
    try await readers.read { snapshot in try snapshot.photo(id) }
  }

  /// The records of photos, deleted ones included, as they were at one moment, in the order of the ids; `nil` in place of an
  /// id that never was.
  package func photos(_ ids: [PhotoID]) async throws -> [PhotoRecord?] {
    try await readers.read(cost: .page(ids.count)) { snapshot in try snapshot.photos(ids) }
  }

  /// The photos of an account, by the digests of their originals, of those digests that it has a photo of.
  package func photos(withOriginals digests: [Digest], of owner: AccountID) async throws -> [Digest: PhotoID] {
    try await readers.read(cost: .page(digests.count)) { snapshot in
      try snapshot.photos(withOriginals: digests, of: owner)
    }
  }

  /// The greatest id that a photo has or had; `nil` where there never was one.
  package func newestPhotoID() async throws -> PhotoID? {
    try await readers.read { snapshot in try snapshot.newestPhotoID() }
  }

  /// A page of photos that are not deleted, in the order of the query.
  package func photos(_ query: PhotoQuery) async throws -> [PhotoRecord] {
    let cost = query.text == nil ? query.limit : max(query.limit, Snapshot.rankedCount)
    return try await readers.read(cost: .page(cost)) { snapshot in try snapshot.photos(query) }
  }

  /// A page of the photos that a search by words finds, the best first.
  package func photos(matching query: PhotoTextQuery) async throws -> [FoundPhoto] {
    try await readers.read(cost: .page(Snapshot.rankedCount)) { snapshot in try snapshot.photos(matching: query) }
  }

  /// Adds a photo, or finds that its owner has the same bytes already; settles the request's idempotency key with it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `idempotency-key-reused` where the key came with another request,
  ///   `conflict` where the id is taken, or `payload-too-large` or `insufficient-storage` where the account has no room.
  package func addPhoto(_ draft: PhotoDraft, idempotency: IdempotencyClaim?) async throws -> PhotoAddition {
    // Rendered here, as everybody waits for the writer.
    let annotations = RenderedAnnotations(of: draft)
    return try await changePhotos { transaction in
      try transaction.addPhoto(draft, annotations, idempotency: idempotency)
    }
  }

  /// Changes or deletes a photo where its newest record fulfils a condition.
  ///
  /// A deleted photo keeps its record for ever, with its last metadata and without favourites: its count is 0. For as long
  /// as ``EmbeddedStoreConfiguration/deletionGrace`` says, its bytes and its favourites are kept out of sight.
  ///
  /// - Throws: As ``WoofCore/PhotoCondition/check(_:)``, and ``WoofModel/WoofError`` with the code `conflict` where the new
  ///   owner has the same bytes as another photo.
  package func updatePhoto(
    _ id: PhotoID, _ edit: PhotoEdit, if condition: PhotoCondition
  ) async throws -> PhotoRecord {
    try await changePhotos(mayUseReserve: true) { transaction in try transaction.updatePhoto(id, edit, if: condition) }
  }

  /// Returns the response kept under an idempotency key; `nil` if there is none, or if it has expired at `time`.
  package func storedResponse(to key: IdempotencyKey, at time: Timestamp) async throws -> StoredResponse? {
    try await readers.read { snapshot in try StoredResponse.read(to: key, at: time, in: snapshot.database) }
  }
}
