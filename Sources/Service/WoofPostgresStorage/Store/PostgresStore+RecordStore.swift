// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: RecordStore {
  /// The record of a photo, deleted ones included; `nil` for an id that never was.
  package func photo(_ id: PhotoID) async throws -> PhotoRecord? { try await records(PhotoRow.byIDs([id])).first }

  /// The records of photos, deleted ones included, as they were at one moment, in the order of the ids; `nil` in place of
  /// an id that never was.
  package func photos(_ ids: [PhotoID]) async throws -> [PhotoRecord?] {
    guard !ids.isEmpty else { return [] }
    var found: [PhotoID: PhotoRecord] = [:]
    for record in try await records(PhotoRow.byIDs(ids)) { found[record.id] = record }
    return ids.map { found[$0] }
  }

  /// The photos of an account, by the digests of their originals, of those digests that it has a photo of.
  package func photos(withOriginals digests: [Digest], of owner: AccountID) async throws -> [Digest: PhotoID] {
    let statement = PostgreSQLStatement(
      """
      SELECT original.digest, photo.id FROM original JOIN photo ON photo.number = original.photo
      WHERE original.owner = $1 AND original.digest = ANY($2)
      """, .integer(owner.rawValue), .byteStrings(digests.map { [UInt8]($0.bytes) }))
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in (try row.digest(), try row.photoID()) }
    }
    return Dictionary(found) { first, _ in first }
  }

  /// The greatest id that a photo has or had; `nil` where there never was one.
  package func newestPhotoID() async throws -> PhotoID? {
    let statement = PostgreSQLStatement("SELECT id FROM photo ORDER BY id DESC LIMIT 1")
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.photoID() }
    }
  }

  /// A page of photos that are not deleted, in the order of the query.
  package func photos(_ query: PhotoQuery) async throws -> [PhotoRecord] {
    if let text = query.text { return try await foundInTime(text, query) }
    guard query.limit > 0 else { return [] }
    var owner: AccountID?
    if case .owned(by: let name, _) = query.scope {
      owner = try await accountID(name)
      guard owner != nil else { return [] }
    }
    return try await records(PhotoListSQL.page(query, owner: owner))
  }

  /// A page of the photos that a search by words finds, the best of the newest first.
  package func photos(matching query: PhotoTextQuery) async throws -> [FoundPhoto] { try await found(query) }

  /// Adds a photo, or finds that its owner has the same bytes already; settles the request's idempotency key and the ticket
  /// with it, or the place of a guest's photo in its album and the count of the day.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `idempotency-key-reused` where the key came with another request,
  ///   `conflict` where the id is taken, `not-found` where there is no such ticket, `payload-too-large` or
  ///   `insufficient-storage` where the account has no room; for a draft of a guest also `not-found` where the link is not there
  ///   any more, `forbidden` where it lets nobody add or has no such guest, or `too-many-requests` where no more may come that day;
  ///   ``WoofCore/UnsecuredBlobs`` where the records are bound to a store of blobs that has not all of the photo.
  package func addPhoto(_ draft: PhotoDraft, idempotency: IdempotencyClaim?) async throws -> PhotoAddition {
    guard case .addition(let addition) = try await writer.perform(.addition(draft, idempotency)) else {
      throw Self.misplacedAnswer
    }
    return addition
  }

  /// Changes or deletes a photo where its newest record fulfils a condition.
  ///
  /// - Throws: As ``WoofCore/PhotoCondition/check(_:)``, and ``WoofModel/WoofError`` with the code `conflict` where the new
  ///   owner has the same bytes as another photo.
  package func updatePhoto(
    _ id: PhotoID, _ edit: PhotoEdit, if condition: PhotoCondition
  ) async throws -> PhotoRecord {
    guard case .record(let record) = try await writer.perform(.edit(id, edit, condition)) else {
      throw Self.misplacedAnswer
    }
    // What fails here is done with all that can be restored no longer.
    if edit.deletes, deletionGrace.wholeMilliseconds == 0 { try? await departures.takeOut(id) }
    return record
  }

  /// Returns the response kept under an idempotency key; `nil` if there is none, or if it has expired at `time`.
  package func storedResponse(to key: IdempotencyKey, at time: Timestamp) async throws -> StoredResponse? {
    let statement = PostgreSQLStatement(
      """
      SELECT fingerprint, photo, is_new FROM idempotency_key WHERE account = $1 AND key = $2 AND expires_at > $3
      """, .integer(key.account.rawValue), .text(key.text), .integer(time.milliseconds))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        StoredResponse(fingerprint: try row.digest(), photo: try row.photoID(), isNew: try row.boolean())
      }
    }
  }

  /// The records that a statement over `photo_record` gives.
  func records(_ statement: PostgreSQLStatement) async throws -> [PhotoRecord] {
    try await read(statement) { (rows) throws(PostgreSQLError) in try PhotoRow.all(in: rows).map(\.record) }
  }

  static var misplacedAnswer: WoofError { WoofError(.internal, "The service failed.") }
}
