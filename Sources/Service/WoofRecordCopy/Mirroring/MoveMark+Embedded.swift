// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgresStorage
internal import WoofSQLite

extension MoveMark {
  /// Leaves a mark in records of the embedded schema.
  ///
  /// - Throws: `SQLiteError`.
  static func keep(_ mark: [UInt8], as side: Side, in database: Database) throws(SQLiteError) {
    try database[.keepMark].run(side.rawValue, mark)
  }

  /// Reads the mark of records of the embedded schema; `nil` where there is none.
  ///
  /// - Throws: `SQLiteError`.
  static func read(as side: Side, in database: Database) throws(SQLiteError) -> [UInt8]? {
    try database[.mark].first(side.rawValue) { (columns) throws(SQLiteError) in try columns.next([UInt8].self) }
  }

  /// Removes the mark of records of the embedded schema.
  ///
  /// - Throws: `SQLiteError`.
  static func remove(as side: Side, in database: Database) throws(SQLiteError) {
    try database[.removeMark].run(side.rawValue)
  }
}

extension SQL {
  fileprivate static let mark = SQL("SELECT value FROM installation WHERE name = ?1")
  fileprivate static let keepMark = SQL("INSERT OR REPLACE INTO installation (name, value) VALUES (?1, ?2)")
  fileprivate static let removeMark = SQL("DELETE FROM installation WHERE name = ?1")
}
