// SPDX-License-Identifier: Apache-2.0

/// A promise of the tables in PostgreSQL about what a copy of the records does not show, and the query that finds what breaks it.
struct PostgresRule: Sendable {
  /// The promise in words, as reports name it.
  let promise: String
  /// Gives a text for each row that breaks the promise. Ids and digests that it begins with are in hexadecimal digits.
  let violations: String

  init(_ promise: String, _ violations: String) { (self.promise, self.violations) = (promise, violations) }

  /// All promises.
  static let all = tallies + references + words + sharing + numbers + audit

  private static let tallies = [
    PostgresRule(
      "every account's tally is as it is counted",
      """
      SELECT name || ' has a tally that is not as it is counted'
      FROM (\(AccountTallySQL.counted)) AS counted JOIN account ON account.number = counted.account
        LEFT JOIN account_tally AS tally ON tally.account = counted.account
      WHERE (\(AccountTallySQL.list { "coalesce(tally.\($0), 0)" })) <> (\(AccountTallySQL.list { "counted.\($0)" }))
      ORDER BY name
      """),
    PostgresRule(
      "what accounts see is summed up as it is counted",
      """
      SELECT CASE part WHEN 0 THEN 'public photos' ELSE 'own photos of account ' || part END
      FROM (
          SELECT DISTINCT ON (part) part, photo_count, \(ViewSumColumns.list()) FROM view_sum ORDER BY part, sequence DESC
        ) AS stored FULL JOIN (\(ViewSumColumns.parts(where: "true"))) AS counted USING (part)
      WHERE (coalesce(stored.photo_count, 0), \(ViewSumColumns.list { "coalesce(stored.\($0), 0)" }))
        <> (coalesce(counted.photo_count, 0), \(ViewSumColumns.list { "coalesce(counted.\($0), 0)" }))
      ORDER BY part
      """),
    PostgresRule(
      "every link has as many likes as it says",
      """
      SELECT encode(id, 'hex') || ' says ' || like_count || ' and has ' || counted
      FROM (
        SELECT id, like_count, (SELECT count(*) FROM guest_like WHERE guest_like.link = share_link.id) AS counted
        FROM share_link) AS link
      WHERE like_count <> counted
      """),
  ]

  private static let references = [
    // A copy of the records leaves these out.
    PostgresRule(
      "nothing is left of photos and accounts that are not there",
      """
      SELECT 'photo_detail ' || photo FROM photo_detail WHERE photo NOT IN (SELECT number FROM photo)
      UNION ALL SELECT 'account_tally ' || account FROM account_tally WHERE account NOT IN (SELECT number FROM account)
      UNION ALL SELECT 'view_sum ' || part FROM view_sum
        WHERE photo_count > 0 AND part <> 0 AND part NOT IN (SELECT number FROM account)
      """)
  ]

  private static let words = [
    PostgresRule(
      "every photo that is there has words to be found by, and no other",
      """
      SELECT encode(id, 'hex') || ' has none' FROM photo
      WHERE NOT is_deleted AND number NOT IN (SELECT photo FROM photo_words)
      UNION ALL
      SELECT 'photo ' || photo || ' is not there' FROM photo_words
      WHERE photo NOT IN (SELECT number FROM photo WHERE NOT is_deleted)
      """),
    PostgresRule(
      "photos are found by the titles of their albums, but for those that wait for them", AlbumTitleSQL.outdated),
  ]

  private static let sharing = [
    PostgresRule(
      "photos that have left albums and links are in none",
      """
      SELECT encode(id, 'hex') FROM restorable_photo AS kept
      WHERE has_left AND (
        EXISTS (SELECT FROM album_photo WHERE album_photo.photo = kept.photo)
        OR EXISTS (SELECT FROM share_link WHERE share_link.photo = kept.photo)
        OR EXISTS (SELECT FROM guest_like WHERE guest_like.photo = kept.photo))
      """)
  ]

  private static let numbers = [
    PostgresRule(
      "no number is given a second time",
      """
      SELECT name || ' has ' || newest || ', and ' || given || ' was given last'
      FROM (VALUES
          ('change log', (SELECT coalesce(max(sequence), 0) FROM photo), (SELECT last_value FROM change_number)),
          \(["account", "photo", "album", "link_guest", "guest_like"].map(lastNumber).joined(separator: ",\n    ")),
          ('part hashes', (SELECT coalesce(max(part_ordinal), 0) FROM photo_detail),
            coalesce(pg_sequence_last_value('part_ordinal'::regclass), 0)),
          ('blob', (SELECT coalesce(max(incarnation), 0) FROM blob),
            coalesce(pg_sequence_last_value('blob_incarnation'::regclass), 0))
        ) AS numbers (name, newest, given)
      WHERE newest > given
      """)
  ]

  private static func lastNumber(of table: String) -> String {
    """
    ('\(table)', (SELECT coalesce(max(number), 0) FROM \(table)),
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('\(table)', 'number')::regclass), 0))
    """
  }

  private static let audit = [
    PostgresRule(
      "the audit log has no gaps",
      """
      SELECT 'byte ' || expected FROM (
        SELECT start, coalesce(lag(start + octet_length(bytes)) OVER (ORDER BY start), 0) AS expected FROM audit_part
      ) AS part
      WHERE start <> expected
      """)
  ]
}
