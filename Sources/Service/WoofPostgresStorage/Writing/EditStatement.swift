// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement that changes or deletes one photo as an edit has decided, if the photo is still what it was decided on.
struct EditStatement: Sendable {
  let seen: SeenPhoto
  /// The photo as the edit leaves it, but for the numbers that the statement gives it.
  let new: PhotoRecord
  let old: PhotoRecord
  let restorer: AccountID?

  /// Makes the statement of an edit; `nil` where it changes nothing.
  init?(_ edit: PhotoEdit, of row: PhotoRow, seen: SeenPhoto) {
    let old = row.record
    var new = old
    new.caption = edit.caption ?? old.caption
    new.visibility = edit.visibility ?? old.visibility
    new.ownerID = edit.owner?.id ?? old.ownerID
    new.ownerName = edit.owner?.name ?? old.ownerName
    new.isDeleted = edit.deletes
    new.isDeletedWithAccount = edit.deletes && edit.isOfDeletedAccount
    guard new != old else { return nil }
    (self.seen, self.new, self.old, restorer) = (seen, new, old, edit.restorer == old.ownerID ? edit.restorer : nil)
  }

  /// `true` if others see the photo in its albums after the edit than before it, or nobody does.
  var changesAlbums: Bool {
    (old.visibility == .private) != (new.visibility == .private) || old.ownerID != new.ownerID || new.isDeleted
  }

  /// `true` if a record is what this edit makes of the photo, and nothing has been edited since.
  func isDone(in record: PhotoRecord) -> Bool {
    record.revision == old.revision + 1 && record.caption == new.caption && record.visibility == new.visibility
      && record.ownerID == new.ownerID && record.isDeleted == new.isDeleted
  }

  /// The statement, whose row has the number of photos that it changed: 1 or 0.
  ///
  /// - Parameter grace: The time for which the photo can be restored if it is deleted.
  func statement(grace: Duration) -> PostgreSQLStatement {
    let isWithdrawn = old.isListed && !new.isListed
    let isLost = new.ownerID != old.ownerID && !new.access.allowsFinding(by: .account(old.ownerID))
    let words = PhotoWords(of: new)
    return PostgreSQLStatement(
      Self.sql, .integer(seen.number), .integer(seen.revision), .integer(seen.version), .text(new.caption),
      .integer(new.visibility.columnNumber), .integer(new.ownerID.rawValue), .boolean(new.isDeleted),
      .boolean(isWithdrawn), .boolean(new.isDeletedWithAccount), .boolean(isLost),
      .integer(restorer?.rawValue), .integer(grace.wholeMilliseconds), .boolean(changesAlbums),
      .text(words.caption.text), .text(words.facts.text), .boolean(words != PhotoWords(of: old)))
  }

  private static let sql = """
    WITH base AS MATERIALIZED (SELECT last_value + 1 AS value FROM change_number),
    allowed AS MATERIALIZED (
      SELECT photo.number, photo.owner, detail.byte_count
      FROM photo JOIN photo_detail AS detail ON detail.photo = photo.number
      WHERE photo.number = $1 AND photo.revision = $2 AND ($3 IS NULL OR photo.version = $3) AND NOT photo.is_deleted
        AND (photo.owner = $6
          OR EXISTS (SELECT FROM account WHERE number = $6 AND deleted_at IS NULL)
            AND NOT EXISTS (SELECT FROM original WHERE original.owner = $6 AND original.digest = detail.digest))),
    changed AS (
      UPDATE photo SET visibility = $5, owner = $6, is_deleted = $7,
        favourite_count = CASE WHEN $7 THEN 0 ELSE favourite_count END, version = version + 1, revision = revision + 1,
        sequence = base.value, metadata_sequence = base.value,
        withdrawn_sequence = CASE WHEN $8 THEN base.value ELSE withdrawn_sequence END,
        withdrawn_version = CASE WHEN $8 THEN version + 1 ELSE withdrawn_version END
      FROM allowed, base WHERE photo.number = allowed.number
      RETURNING photo.number, photo.id, photo.version, photo.sequence, allowed.owner AS old_owner, allowed.byte_count),
    detailed AS (
      UPDATE photo_detail SET caption = $4, is_deleted_with_account = $9,
        placeholder = CASE WHEN $7 THEN NULL ELSE placeholder END,
        average_colour = CASE WHEN $7 THEN NULL ELSE average_colour END,
        perceptual_hash = CASE WHEN $7 THEN NULL ELSE perceptual_hash END,
        part_hashes = CASE WHEN $7 THEN NULL ELSE part_hashes END,
        part_ordinal = CASE
          WHEN $7 OR part_hashes IS NULL THEN NULL
          WHEN changed.old_owner <> $6 THEN nextval('part_ordinal')
          ELSE part_ordinal END,
        annotations = CASE WHEN $7 THEN NULL ELSE annotations END,
        plugin_annotations = CASE WHEN $7 THEN NULL ELSE plugin_annotations END,
        is_unseen = is_unseen AND NOT $7
      FROM changed WHERE photo = changed.number),
    without_words AS (DELETE FROM photo_words USING changed WHERE $7 AND photo_words.photo = changed.number),
    worded AS (
      UPDATE photo_words SET caption = $14::tsvector, facts = $15::tsvector FROM changed
      WHERE $16 AND NOT $7 AND photo_words.photo = changed.number),
    without_variants AS (DELETE FROM variant USING changed WHERE $7 AND variant.photo = changed.number),
    found_again AS (DELETE FROM former_owner USING changed WHERE photo = changed.number AND account = $6),
    lost AS (
      INSERT INTO former_owner (photo, account, sequence, version)
      SELECT number, old_owner, sequence, version FROM changed WHERE $10
      ON CONFLICT (photo, account) DO UPDATE SET sequence = excluded.sequence, version = excluded.version),
    moved AS (UPDATE original SET owner = $6 FROM changed WHERE NOT $7 AND photo = changed.number AND original.owner <> $6),
    taken_away AS (DELETE FROM original USING changed WHERE $7 AND photo = changed.number),
    kept AS (
      INSERT INTO restorable_photo (photo, id, restorer, deleted_at, restorable_until)
      SELECT number, id, $11, \(PostgresSchema.now), \(PostgresSchema.now) + $12 FROM changed WHERE $7),
    followed AS (
      UPDATE album SET version = album.version + 1, sequence = 0 FROM changed
      WHERE $13 AND NOT album.is_deleted
        AND album.number IN (SELECT album_photo.album FROM album_photo WHERE album_photo.photo = $1)),
    placed AS (
      UPDATE album_photo SET owner = $6, access = CASE WHEN $7 THEN 2 WHEN $5 = 2 THEN 1 ELSE 0 END
      FROM changed WHERE $13 AND album_photo.photo = changed.number),
    titled AS (
      \(AlbumTitleSQL.note("SELECT number FROM changed WHERE $13 AND NOT $7 AND EXISTS (SELECT FROM album_photo WHERE album_photo.photo = $1)"))),
    waits_no_longer AS (DELETE FROM derivation USING changed WHERE $7 AND derivation.photo = changed.number),
    counted AS (
      INSERT INTO account_tally AS tally (account, photo_count, byte_count, deleted_photo_count, deleted_byte_count)
      SELECT account, sum(there), sum(there * byte_count), sum(gone), sum(gone * byte_count) FROM (
          SELECT old_owner AS account, -1 AS there, 0 AS gone, byte_count FROM changed
          UNION ALL
          SELECT $6, CASE WHEN $7 THEN 0 ELSE 1 END, CASE WHEN $7 THEN 1 ELSE 0 END, byte_count FROM changed) AS steps
      GROUP BY account HAVING sum(there) <> 0 OR sum(gone) <> 0
      ON CONFLICT (account) DO UPDATE SET photo_count = tally.photo_count + excluded.photo_count,
        byte_count = tally.byte_count + excluded.byte_count,
        deleted_photo_count = tally.deleted_photo_count + excluded.deleted_photo_count,
        deleted_byte_count = tally.deleted_byte_count + excluded.deleted_byte_count),
    advanced AS (SELECT setval('change_number', max(sequence)) AS value FROM changed HAVING count(*) > 0)
    SELECT (SELECT count(*) FROM changed), (SELECT value FROM advanced)
    """
}

extension Duration {
  /// The whole milliseconds, from 0 to some thousands of years, which times in columns have room for.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(max(0, seconds), 100_000_000_000) * 1000 + max(0, attoseconds / 1_000_000_000_000_000)
  }
}
