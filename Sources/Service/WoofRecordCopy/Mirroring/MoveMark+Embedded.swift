// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgresStorage
internal import WoofSQLite

extension MoveMark {
  /// Reads the mark of records of the embedded schema, which have the same on either side; `nil` where there is none.
  ///
  /// - Throws: `SQLiteError`.
  static func read(in database: Database) throws(SQLiteError) -> [UInt8]? {
    try database[.moveMark].first { (columns) throws(SQLiteError) in try columns.next([UInt8].self) }
  }
}

extension SQL {
  fileprivate static let moveMark = SQL("SELECT value FROM installation WHERE name = 'move-mark'")
  /// Leaves a mark in records.
  static let keepMoveMark = SQL("INSERT OR REPLACE INTO installation (name, value) VALUES ('move-mark', ?1)")
  /// Removes the mark of records.
  static let removeMoveMark = SQL("DELETE FROM installation WHERE name = 'move-mark'")
}
