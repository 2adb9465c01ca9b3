// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite

/// The random bytes that both sides of a move have: those that the copy was made with are those under which changes are noted.
enum MoveMark {
  /// Makes a new mark.
  static func make() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: .min ... .max) } }

  /// Leaves a mark in a database.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func keep(_ mark: [UInt8], in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    try transaction.run(
      PostgreSQLStatement(
        """
        INSERT INTO installation (name, value) VALUES ('move-mark', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, .bytes(mark)))
  }

  /// Reads the mark of a database; `nil` where there is none.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func read(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) -> [UInt8]? {
    try transaction.run("SELECT value FROM installation WHERE name = 'move-mark'")
      .first { (row) throws(PostgreSQLError) in try row.bytes() }
  }

  /// Reads the mark of records; `nil` where there is none.
  ///
  /// - Throws: `SQLiteError`.
  static func read(in database: Database) throws(SQLiteError) -> [UInt8]? {
    try database[.moveMark].first { (columns) throws(SQLiteError) in try columns.next([UInt8].self) }
  }

  /// Removes the mark of a database.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func remove(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    try transaction.run("DELETE FROM installation WHERE name = 'move-mark'")
  }
}

extension SQL {
  fileprivate static let moveMark = SQL("SELECT value FROM installation WHERE name = 'move-mark'")
  /// Leaves a mark in records.
  static let keepMoveMark = SQL("INSERT OR REPLACE INTO installation (name, value) VALUES ('move-mark', ?1)")
  /// Removes the mark of records.
  static let removeMoveMark = SQL("DELETE FROM installation WHERE name = 'move-mark'")
}
