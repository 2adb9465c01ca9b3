// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements that keep the sums of what accounts see (``WoofModel/ViewDigest``), and read them.
///
/// A batch adds up what its photos are before it and after it, and moves the sums by the difference, under the lock of the change
/// log. The database computes all of it, since the versions that photos will have are not known before.
enum ViewSumSQL {
  private typealias Columns = ViewSumColumns

  /// The statement that notes, for the rest of the transaction, what photos are before a batch.
  static func noting(_ photos: [PhotoID]) -> PostgreSQLStatement {
    PostgreSQLStatement(note, .byteStrings(photos.map(\.columnBytes)))
  }

  /// The statement that moves the sums by what photos have become since ``noting(_:)``.
  static func moving(_ photos: [PhotoID]) -> PostgreSQLStatement {
    PostgreSQLStatement(move, .byteStrings(photos.map(\.columnBytes)))
  }

  private static let setting = "woof.view_parts"
  private static let note = """
    SELECT set_config('\(setting)', coalesce(json_agg(parts)::text, '[]'), true)
    FROM (\(Columns.parts(where: "id = ANY($1)"))) AS parts
    """
  private static let move = """
    WITH difference AS MATERIALIZED (
      SELECT part, sum(photo_count)::int8 AS photo_count, \(Columns.list { "sum(\($0))::int8 AS \($0)" }) FROM (
          \(Columns.parts(where: "id = ANY($1)"))
          UNION ALL
          SELECT part, -photo_count, \(Columns.list { "-\($0)" }) FROM json_to_recordset(current_setting('\(setting)')::json)
            AS noted (part int8, photo_count int8, \(Columns.list { "\($0) int8" }))) AS steps
      GROUP BY part HAVING (\(Columns.list { "sum(\($0))" })) <> (\(Columns.list { _ in "0" }))),
    old AS MATERIALIZED (
      SELECT newest.* FROM difference, LATERAL (
        SELECT * FROM view_sum WHERE view_sum.part = difference.part ORDER BY sequence DESC LIMIT 1) AS newest),
    removed AS (
      DELETE FROM view_sum USING old WHERE view_sum.part = old.part AND view_sum.sequence = old.sequence)
    INSERT INTO view_sum (part, sequence, photo_count, \(Columns.list()))
    SELECT difference.part, (SELECT last_value FROM change_number),
      coalesce(old.photo_count, 0) + difference.photo_count, \(Columns.list { "coalesce(old.\($0), 0) + difference.\($0)" })
    FROM difference LEFT JOIN old ON old.part = difference.part
    """

  // MARK: Views

  /// The statement of the view of an account, as of one moment: a row with the newest number and the account's favourites, and one
  /// for each sum.
  static func view(of account: AccountID) -> PostgreSQLStatement {
    PostgreSQLStatement(read, .integer(account.rawValue))
  }

  // With OFFSET each favourite is looked up, however many photos there are beside them.
  private static let read = """
    SELECT \(PostgresSchema.newestChange), NULL::int8, 0::int8, \(Columns.list { _ in "0::int8" }),
      ARRAY(SELECT found.id FROM favourite, LATERAL (
        SELECT id FROM photo
        WHERE photo.number = favourite.photo AND \(PhotoAccessSQL.found(by: "$1")) OFFSET 0) AS found
        WHERE account = $1)
    UNION ALL
    SELECT 0, newest.part, photo_count, \(Columns.list()), '{}' FROM unnest(ARRAY[0, $1]) AS wanted (part), LATERAL (
      SELECT * FROM view_sum WHERE view_sum.part = wanted.part ORDER BY sequence DESC LIMIT 1) AS newest
    """

  /// Reads the answer to ``view(of:)``.
  static func view(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> StoredView {
    var view = StoredView(
      own: ViewDigest(), public: ViewDigest(), favourites: ViewDigest(), photoCount: 0, sequence: 0)
    let parts = try rows.map { (row) throws(PostgreSQLError) in
      (
        sequence: try row.integer(), part: try row.optionalInteger(), count: try row.count(),
        digest: try digest(&row), favourites: try row.byteStrings()
      )
    }
    for part in parts {
      view.photoCount += part.count
      switch part.part {
      case nil:
        view.sequence = part.sequence
        for id in part.favourites {
          if let id = id.flatMap({ PhotoID(columnBytes: $0) }) { view.favourites.insert(.favourite(id)) }
        }
      case 0: view.public = part.digest
      default: view.own = part.digest
      }
    }
    return view
  }

  private static func digest(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> ViewDigest {
    var sums: [Int64] = []
    for _ in Columns.words { sums.append(try row.integer()) }
    return try row.whole(ViewDigest(words: sums))
  }
}

extension ViewDigest {
  /// Makes the digest of sums of words of 32 bits, the most significant first; `nil` for any other number than eight.
  init?(words sums: [Int64]) {
    var (bytes, carry): ([UInt8], Int64) = ([], 0)
    for sum in sums.reversed() {
      let value = sum + carry
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> Int64(shift))) }
      carry = value >> 32
    }
    self.init(bytes: Array(bytes.reversed()))
  }
}
