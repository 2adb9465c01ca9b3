// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of the change log: where photos stand in it for one reader.
struct ChangeLogSQL {
  /// The most rows of the log that one call reads: enough to fill a page if most photos are public, few enough that a log full
  /// of others' private photos delays no reader.
  static let rowLimit = 2000

  /// A photo and the position that it has for the reader.
  struct Place: Hashable {
    let number: Int64
    let sequence: Int64
    /// `false` for a row that the reader is not told of.
    let isTold: Bool
  }

  let start: Int64
  let end: Int64
  let reader: ChangeReader
  let limit: Int

  /// The photos that changed, whoever sees them, where they changed last.
  var changed: PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT number, sequence, visibility = 0 OR $3 OR owner IS NOT DISTINCT FROM $4 FROM photo
      WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT \(Self.rowLimit)
      """, .integer(start), .integer(end), .boolean(reader == .administrator), .integer(reader.account?.rawValue))
  }

  /// The photos that are not seen any more, where they stopped being public; `nil` for who sees all.
  var withdrawn: PostgreSQLStatement? {
    guard reader != .administrator else { return nil }
    return PostgreSQLStatement(
      """
      SELECT number, withdrawn_sequence, true FROM photo
      WHERE withdrawn_sequence > 0 AND withdrawn_sequence > $1 AND withdrawn_sequence <= $2
        AND visibility <> 0 AND owner IS DISTINCT FROM $3
      ORDER BY withdrawn_sequence LIMIT $4
      """, .integer(start), .integer(end), .integer(reader.account?.rawValue), .integer(Int64(limit)))
  }

  /// The photos that were the reader's and were given to others; `nil` for who has none.
  var given: PostgreSQLStatement? {
    guard let account = reader.account else { return nil }
    return PostgreSQLStatement(
      """
      SELECT photo, sequence, true FROM former_owner
      WHERE account = $3 AND sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT $4
      """, .integer(start), .integer(end), .integer(account.rawValue), .integer(Int64(limit)))
  }

  /// Reads the places of one of the statements, and up to which number they are complete.
  static func places(
    _ rows: PostgreSQLRows, limit: Int, through end: Int64
  ) throws(PostgreSQLError) -> (places: [Place], through: Int64) {
    let all = try rows.map { (row) throws(PostgreSQLError) in
      Place(number: try row.integer(), sequence: try row.integer(), isTold: try row.boolean())
    }
    return (all.filter(\.isTold), all.count < limit ? end : all.last?.sequence ?? end)
  }
}
