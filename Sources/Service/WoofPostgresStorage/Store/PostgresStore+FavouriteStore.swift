// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: FavouriteStore {
  /// Sets or unsets a favourite; setting what is set changes nothing, nor does an edit that comes late.
  ///
  /// - Returns: The record and the favourite after it. Favourites of one photo that are set together make one change, and
  ///   the record is that after all of them.
  /// - Throws: As ``WoofCore/PhotoCondition/check(_:)``.
  package func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp, edit: EditStamp?,
    if condition: PhotoCondition
  ) async throws -> FavouriteState {
    let write = FavouriteWrite(
      isFavourite: isFavourite, photo: photo, account: account, time: time, edit: edit, condition: condition)
    guard case .state(let state) = try await writer.perform(.favourite(write)) else { throw Self.misplacedAnswer }
    return state
  }

  /// A page of the photos that an account likes and may read, the newest like first.
  package func favourites(
    of account: AccountID, after cursor: FavouriteCursor?, limit: Int
  ) async throws -> [Favourite] {
    guard limit > 0 else { return [] }
    let statement = PostgreSQLStatement(
      """
      SELECT photo_record.*, set_at FROM (
          SELECT photo, set_at FROM favourite JOIN photo ON photo.number = favourite.photo
          WHERE account = $1 AND \(PhotoAccessSQL.readable(by: "$1"))
            AND ($2 IS NULL OR (set_at, photo) < ($2, coalesce((SELECT number FROM photo WHERE id = $3), 0)))
          ORDER BY set_at DESC, photo DESC LIMIT $4) AS liked
        JOIN photo_record ON photo_record.number = liked.photo
      ORDER BY set_at DESC, photo_record.number DESC
      """, .integer(account.rawValue), .integer(cursor?.setAt.milliseconds), .bytes(cursor?.id.columnBytes),
      .integer(Int64(clamping: limit)))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        let record = try PhotoRow(&row).record
        return Favourite(photo: record, cursor: FavouriteCursor(setAt: try row.timestamp(), id: record.id))
      }
    }
  }

  /// Returns the ids of the given photos that the account likes.
  package func favourites(among photos: [PhotoID], of account: AccountID) async throws -> Set<PhotoID> {
    guard !photos.isEmpty else { return [] }
    let statement = PostgreSQLStatement(
      """
      SELECT id FROM photo JOIN favourite ON favourite.photo = photo.number
      WHERE id = ANY($1) AND account = $2 AND NOT is_deleted
      """, .byteStrings(photos.map(\.columnBytes)), .integer(account.rawValue))
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try row.photoID() }
    }
    return Set(found)
  }

  /// Returns a page of the favourites of a photo, in the order in which the accounts were added.
  package func favourites(
    ofPhoto photo: PhotoID, after account: AccountName?, limit: Int
  ) async throws -> [PhotoFavourite] {
    let statement = PostgreSQLStatement(
      """
      SELECT account.name, set_at FROM photo JOIN favourite ON favourite.photo = photo.number
        JOIN account ON account.number = favourite.account
      WHERE photo.id = $1 AND NOT photo.is_deleted
        AND account.number > coalesce((SELECT number FROM account WHERE name = $2), 0)
      ORDER BY account.number LIMIT $3
      """, .bytes(photo.columnBytes), .text(account?.text), .integer(Int64(clamping: limit)))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        PhotoFavourite(account: try row.accountName(), setAt: try row.timestamp())
      }
    }
  }
}
