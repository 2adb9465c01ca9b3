// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The favourites of a batch, which one statement sets and unsets.
struct FavouriteBatch: Sendable {
  /// The verdict on one of them.
  enum Verdict: String {
    /// It counted: the favourite is as it was wanted.
    case taken
    /// Its photo is no longer what it was decided on.
    case missed
    /// Its account has been deleted.
    case deleted
    /// A newer edit of its device came before it.
    case late
  }

  /// The number of edits' lifetime in milliseconds: 90 days.
  private static let lifetime: Int64 = 90 * 86_400_000

  private var entries: [(write: FavouriteWrite, seen: SeenPhoto)] = []

  /// The number of favourites, which is the place of the next one.
  var count: Int { entries.count }

  /// `true` if there is none.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds one; a batch has each photo and account once.
  mutating func append(_ write: FavouriteWrite, seen: SeenPhoto) { entries.append((write, seen)) }

  /// The statement; each row has the position of a favourite within the batch, the verdict, and whether it is set now.
  ///
  /// - Parameter time: The steady time.
  func statement(at time: Timestamp) -> PostgreSQLStatement {
    PostgreSQLStatement(
      Self.sql, .integers(entries.map(\.seen.number)), .integers(entries.map(\.write.account.rawValue)),
      .booleans(entries.map(\.write.isFavourite)), .integers(entries.map(\.write.time.milliseconds)),
      .integers(entries.map(\.seen.revision)), .integers(entries.map(\.seen.version)),
      .texts(entries.map(\.write.edit?.device)), .integers(entries.map(\.write.edit?.number)),
      .integer(time.milliseconds), .integer(time.milliseconds + Self.lifetime))
  }

  /// Reads the answer to the statement.
  static func verdicts(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> [Int: (verdict: Verdict, isSet: Bool)] {
    var verdicts: [Int: (verdict: Verdict, isSet: Bool)] = [:]
    let found = try rows.map { (row) throws(PostgreSQLError) in
      (Int(try row.integer()) - 1, try row.whole(Verdict(rawValue: try row.text())), try row.boolean())
    }
    for (index, verdict, isSet) in found { verdicts[index] = (verdict, isSet) }
    return verdicts
  }

  /// All parts of the statement see the photos as they were before it; their rows are locked.
  static let sql = """
    WITH base AS MATERIALIZED (SELECT last_value AS value FROM change_number),
    operation AS MATERIALIZED (
      SELECT o.*, CASE
          WHEN photo.revision <> o.revision OR photo.is_deleted OR photo.version <> o.version THEN 'missed'
          WHEN account.deleted_at IS NOT NULL AND (o.is_set OR o.device IS NOT NULL) THEN 'deleted'
          ELSE 'taken' END AS verdict
      FROM unnest($1::int8[], $2::int8[], $3::bool[], $4::int8[], $5::int8[], $6::int8[], $7::text[], $8::int8[])
          WITH ORDINALITY AS o (photo, account, is_set, set_at, revision, version, device, number, ordinal)
        JOIN photo ON photo.number = o.photo
        LEFT JOIN account ON account.number = o.account),
    stamped AS (
      INSERT INTO favourite_edit (photo, account, device, number, expires_at)
      SELECT photo, account, device, number, $10 FROM operation WHERE verdict = 'taken' AND device IS NOT NULL
      ON CONFLICT (photo, account, device) DO UPDATE SET number = excluded.number, expires_at = excluded.expires_at
        WHERE favourite_edit.number < excluded.number OR favourite_edit.expires_at <= $9
      RETURNING photo, account),
    fresh AS MATERIALIZED (
      SELECT * FROM operation WHERE verdict = 'taken'
        AND (device IS NULL OR (photo, account) IN (SELECT photo, account FROM stamped))),
    added AS (
      INSERT INTO favourite (photo, account, set_at)
      SELECT photo, account, set_at FROM fresh WHERE is_set ORDER BY photo, account
      ON CONFLICT DO NOTHING RETURNING photo),
    removed AS (
      DELETE FROM favourite USING fresh
      WHERE NOT fresh.is_set AND favourite.photo = fresh.photo AND favourite.account = fresh.account
      RETURNING favourite.photo),
    difference AS (
      SELECT photo, sum(step) AS step, count(*) AS count, row_number() OVER (ORDER BY photo) AS ordinal
      FROM (SELECT photo, 1 AS step FROM added UNION ALL SELECT photo, -1 FROM removed) AS steps GROUP BY photo),
    changed AS (
      UPDATE photo SET favourite_count = favourite_count + difference.step, version = version + difference.count,
        sequence = base.value + difference.ordinal
      FROM difference, base WHERE photo.number = difference.photo RETURNING photo.sequence),
    advanced AS (SELECT setval('change_number', max(sequence)) AS value FROM changed HAVING count(*) > 0)
    SELECT operation.ordinal,
      CASE WHEN operation.verdict = 'taken' AND fresh.ordinal IS NULL THEN 'late' ELSE operation.verdict END,
      CASE WHEN fresh.ordinal IS NOT NULL THEN fresh.is_set ELSE EXISTS (
        SELECT FROM favourite WHERE favourite.photo = operation.photo AND favourite.account = operation.account) END,
      (SELECT value FROM advanced)
    FROM operation LEFT JOIN fresh ON fresh.ordinal = operation.ordinal
    """
}
