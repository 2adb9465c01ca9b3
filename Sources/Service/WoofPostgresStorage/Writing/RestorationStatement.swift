// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement that lets a deleted photo be there again, or says why not.
struct RestorationStatement: Sendable {
  /// The verdict on the restoration.
  enum Verdict: String {
    case restored
    case gone
    case forbidden
    case twin
  }

  let row: PhotoRow
  /// The account that restores it; `nil` for an administrator.
  let restorer: AccountID?

  /// The statement, whose row ``outcome(_:_:)`` reads; it has none where the photo is no longer what was decided on.
  var statement: PostgreSQLStatement {
    PostgreSQLStatement(
      Self.sql, .integer(row.number), .integer(row.record.revision), .integer(restorer?.rawValue))
  }

  /// Reads the answer to the statement.
  ///
  /// - Parameter record: The photo after it.
  func outcome(_ rows: PostgreSQLRows?, _ record: PhotoRecord?) throws(PostgreSQLError) -> WriteBatch.Outcome {
    let answer = try rows?.first { (row) throws(PostgreSQLError) in
      (verdict: try row.whole(Verdict(rawValue: try row.text())), twin: try row.optionalBytes())
    }
    guard let answer, let record else { return .missed }
    switch answer.verdict {
    case .restored: return .answered(.record(record))
    case .gone: return .failed(WoofError.restorableNoLonger)
    case .forbidden:
      return .failed(WoofError.deletedByAdministrator)
    case .twin:
      guard let twin = answer.twin.flatMap({ PhotoID(columnBytes: $0) }) else { return .missed }
      return .failed(WoofError.addedAgain(as: twin, by: record.ownerName))
    }
  }

  // The row of the trash is locked, so that whoever erases the photo at the same time comes before or after.
  private static let sql = """
    WITH base AS MATERIALIZED (SELECT last_value + 1 AS value FROM change_number),
    kept AS MATERIALIZED (
      SELECT photo, restorer FROM restorable_photo
      WHERE photo = $1 AND restorable_until > \(PostgresSchema.now) FOR UPDATE),
    subject AS MATERIALIZED (
      SELECT photo.number, photo.owner, detail.digest, detail.byte_count
      FROM photo JOIN photo_detail AS detail ON detail.photo = photo.number
      WHERE photo.number = $1 AND photo.revision = $2 AND photo.is_deleted),
    twin AS MATERIALIZED (
      SELECT photo.id FROM subject
        JOIN original ON original.owner = subject.owner AND original.digest = subject.digest
        JOIN photo ON photo.number = original.photo),
    verdict AS MATERIALIZED (
      SELECT CASE
        WHEN NOT EXISTS (SELECT FROM kept) THEN 'gone'
        WHEN $3 IS NOT NULL AND NOT EXISTS (SELECT FROM kept WHERE restorer = $3) THEN 'forbidden'
        WHEN EXISTS (SELECT FROM twin) THEN 'twin'
        ELSE 'restored' END AS word
      FROM subject),
    restorable AS MATERIALIZED (SELECT subject.* FROM subject, verdict WHERE word = 'restored'),
    forgotten AS (
      DELETE FROM favourite USING restorable, account
      WHERE favourite.photo = restorable.number AND account.number = favourite.account AND account.deleted_at IS NOT NULL),
    liked AS MATERIALIZED (
      SELECT count(*) AS count FROM restorable JOIN favourite ON favourite.photo = restorable.number
        JOIN account ON account.number = favourite.account
      WHERE account.deleted_at IS NULL),
    changed AS (
      UPDATE photo SET is_deleted = false, favourite_count = liked.count, version = version + 1, revision = revision + 1,
        sequence = base.value, metadata_sequence = base.value
      FROM restorable, liked, base WHERE photo.number = restorable.number
      RETURNING photo.number, photo.sequence),
    detailed AS (UPDATE photo_detail SET is_deleted_with_account = false FROM changed WHERE photo = changed.number),
    owned AS (INSERT INTO original (owner, digest, photo) SELECT owner, digest, number FROM restorable),
    released AS (DELETE FROM restorable_photo USING changed WHERE photo = changed.number),
    queued AS (
      INSERT INTO derivation (photo) SELECT number FROM changed
      ON CONFLICT (photo) DO UPDATE SET attempts = 0, not_before = 0),
    counted AS (
      UPDATE account_tally SET photo_count = photo_count + 1, byte_count = account_tally.byte_count + restorable.byte_count,
        deleted_photo_count = deleted_photo_count - 1, deleted_byte_count = deleted_byte_count - restorable.byte_count
      FROM restorable WHERE account = restorable.owner),
    advanced AS (SELECT setval('change_number', max(sequence)) AS value FROM changed HAVING count(*) > 0)
    SELECT word, (SELECT id FROM twin), (SELECT value FROM advanced) FROM verdict
    """
}
