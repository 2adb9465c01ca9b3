// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: TrashStore {
  /// A page of the photos that an account can restore, those first that were deleted last.
  package func trash(_ query: TrashQuery) async throws -> [DeletedPhoto] {
    guard query.limit > 0 else { return [] }
    let last = PhotoID(high: .max, low: .max)
    let ids = query.ids ?? PhotoID(high: 0, low: 0)...last
    let statement = PostgreSQLStatement(
      """
      SELECT photo_record.*, kept.deleted_at, kept.restorable_until FROM (
          SELECT photo, deleted_at, restorable_until FROM restorable_photo
          WHERE restorer = $1 AND (deleted_at, id) < ($2, $3) AND id BETWEEN $4 AND $5
            AND restorable_until > \(PostgresSchema.now)
          ORDER BY deleted_at DESC, id DESC LIMIT $6) AS kept
        JOIN photo_record ON photo_record.number = kept.photo
      ORDER BY kept.deleted_at DESC, photo_record.id DESC
      """, .integer(query.account.rawValue), .integer(query.after?.deletedAt.milliseconds ?? .max),
      .bytes((query.after?.id ?? last).columnBytes), .bytes(ids.lowerBound.columnBytes),
      .bytes(ids.upperBound.columnBytes), .integer(Int64(clamping: query.limit)))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        DeletedPhoto(
          record: try PhotoRow(&row).record, deletedAt: try row.timestamp(), restorableUntil: try row.timestamp())
      }
    }
  }

  /// Lets a photo that an account can restore be there again as it was, with its favourites; what was derived from it is
  /// derived anew.
  ///
  /// - Throws: As ``WoofCore/PhotoAccess/owned(_:by:)``, and ``WoofModel/WoofError`` with the code `gone` where the photo can be
  ///   restored no longer, `forbidden` where only administrators can restore it, or `conflict` where its owner has the
  ///   same bytes as another photo by now.
  package func restorePhoto(_ id: PhotoID, by owner: Principal) async throws -> PhotoRecord {
    try await restore(id, by: owner)
  }

  /// Erases a photo that an account can restore: nobody can restore it any more.
  ///
  /// - Throws: As ``WoofCore/PhotoAccess/owned(_:by:)``, and ``WoofModel/WoofError`` with the code `not-found` where the account
  ///   cannot restore it.
  package func erasePhoto(_ id: PhotoID, by owner: Principal) async throws {
    _ = try PhotoAccess.owned(try await photo(id), by: owner)
    var isUnknown = false
    for attempt in 0... {
      do {
        guard try await !endRestorability(of: id, by: owner.id) else { return try await departures.takeOut(id) }
        // Where an earlier attempt was thought lost, it may be what stands in the way.
        if isUnknown, try await isErased(id) { return try await departures.takeOut(id) }
        throw WoofError.notInTrash
      } catch let error as PostgreSQLError where error.code == .outcomeUnknown && attempt < 3 {
        isUnknown = true
      } catch let error as PostgreSQLError {
        throw WoofError(error)
      }
    }
  }

  /// Lets a deleted photo be there again, as an administrator where no owner is given.
  func restore(_ id: PhotoID, by owner: Principal?) async throws -> PhotoRecord {
    guard case .record(let record) = try await writer.perform(.restoration(id, by: owner)) else {
      throw Self.misplacedAnswer
    }
    return record
  }

  private func endRestorability(of id: PhotoID, by owner: AccountID) async throws -> Bool {
    let statement = PostgreSQLStatement(
      """
      UPDATE restorable_photo SET restorable_until = 0, restorer = NULL
      WHERE id = $1 AND restorer = $2 AND restorable_until > \(PostgresSchema.now)
      """, .bytes(id.columnBytes), .integer(owner.rawValue))
    return try await pool.run(.writing([statement]), retryingAs: false).first?.affectedCount == 1
  }

  private func isErased(_ id: PhotoID) async throws -> Bool {
    let statement = PostgreSQLStatement(
      "SELECT FROM restorable_photo WHERE id = $1 AND restorable_until = 0", .bytes(id.columnBytes))
    return try await pool.read(statement).count == 1
  }
}
