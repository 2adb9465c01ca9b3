// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL

/// A change of albums or links that is carried out under the lock of the change log.
///
/// Whatever it changes it leaves at the position 0. It is decided on what was read before: its statements do nothing where that
/// holds no longer, and say so in rows.
struct SharingWrite: Sendable {
  /// The statements, in their order.
  let statements: [PostgreSQLStatement]
  /// The numbers of the photos whose rows are locked before all else.
  var photos: [Int64] = []
}

/// The statement that gives albums, links and what somebody has lost of them their positions in the change log: once each, however
/// often they have changed in the transaction, and behind all of its photos.
enum SharingNumbers {
  static let statement = PostgreSQLStatement(
    """
    WITH base AS MATERIALIZED (SELECT last_value AS value FROM change_number),
    unnumbered AS MATERIALIZED (
      SELECT subject, number, id, account, row_number() OVER (ORDER BY kind, number, subject, id, account) AS ordinal, kind
      FROM (
        SELECT 1 AS kind, 1 AS subject, number, NULL::bytea AS id, NULL::int8 AS account FROM album WHERE sequence = 0
        UNION ALL SELECT 2, 2, NULL, id, NULL FROM share_link WHERE sequence = 0
        UNION ALL SELECT 3, subject, NULL, id, account FROM withdrawal WHERE sequence = 0) AS found),
    albums AS (
      UPDATE album SET sequence = base.value + unnumbered.ordinal FROM unnumbered, base
      WHERE unnumbered.kind = 1 AND album.number = unnumbered.number),
    links AS (
      UPDATE share_link SET sequence = base.value + unnumbered.ordinal FROM unnumbered, base
      WHERE unnumbered.kind = 2 AND share_link.id = unnumbered.id),
    losses AS (
      UPDATE withdrawal SET sequence = base.value + unnumbered.ordinal FROM unnumbered, base
      WHERE unnumbered.kind = 3 AND withdrawal.account = unnumbered.account AND withdrawal.subject = unnumbered.subject
        AND withdrawal.id = unnumbered.id),
    numbered AS MATERIALIZED (
      SELECT min(base.value + ordinal) AS first, max(base.value + ordinal) AS last FROM unnumbered, base HAVING count(*) > 0),
    kept AS (UPDATE counter SET value = numbered.last FROM numbered WHERE name = 'sharing-sequence'),
    advanced AS (SELECT setval('change_number', numbered.last) AS value FROM numbered)
    SELECT numbered.first, numbered.last, advanced.value FROM numbered, advanced
    """)

  /// Reads the numbers that were given; `nil` where there were none.
  static func range(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> ClosedRange<Int64>? {
    try rows.first { (row) throws(PostgreSQLError) in
      let (first, last) = (try row.integer(), try row.integer())
      return first...max(first, last)
    }
  }
}
