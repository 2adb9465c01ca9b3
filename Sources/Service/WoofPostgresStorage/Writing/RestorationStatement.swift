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
    let words = PhotoWords(of: row.record)
    return PostgreSQLStatement(
      Self.sql, .integer(row.number), .integer(row.record.revision), .integer(restorer?.rawValue),
      .text(words.caption.text), .text(words.facts.text),
      .text(PhotoWords.own(fileName: row.record.fileName, annotations: nil).text))
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
      WHERE photo = $1 AND restorable_until > \(PostgresSchema.now) AND NOT has_left FOR UPDATE),
    subject AS MATERIALIZED (
      SELECT photo.number, photo.owner, detail.digest, detail.byte_count
      FROM photo JOIN photo_detail AS detail ON detail.photo = photo.number
      WHERE photo.number = $1 AND photo.revision = $2 AND photo.is_deleted),
    twin AS MATERIALIZED (
      SELECT photo.id FROM subject
        JOIN original ON original.owner = subject.owner AND original.digest = subject.digest
        JOIN photo ON photo.number = original.photo),
    -- Locked as well, so that whoever collects it comes before or after.
    held AS MATERIALIZED (
      SELECT blob.digest FROM subject JOIN blob ON blob.digest = subject.digest WHERE NOT blob.is_dying FOR SHARE OF blob),
    verdict AS MATERIALIZED (
      SELECT CASE
        WHEN NOT EXISTS (SELECT FROM kept) OR \(BlobSQL.isBound) AND NOT EXISTS (SELECT FROM held) THEN 'gone'
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
      RETURNING photo.number, photo.sequence, photo.owner, photo.visibility),
    followed AS (
      UPDATE album SET version = album.version + 1, sequence = 0 FROM changed
      WHERE NOT album.is_deleted AND album.number IN (SELECT album_photo.album FROM album_photo WHERE album_photo.photo = $1)),
    placed AS (
      UPDATE album_photo SET owner = changed.owner, access = CASE WHEN changed.visibility = 2 THEN 1 ELSE 0 END
      FROM changed WHERE album_photo.photo = changed.number),
    detailed AS (UPDATE photo_detail SET is_deleted_with_account = false FROM changed WHERE photo = changed.number),
    worded AS (
      INSERT INTO photo_words (photo, caption, facts, own)
      SELECT number, $4::tsvector, $5::tsvector, $6::tsvector FROM changed),
    titled AS (
      \(AlbumTitleSQL.note("SELECT number FROM changed WHERE EXISTS (SELECT FROM album_photo WHERE album_photo.photo = $1)"))),
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
