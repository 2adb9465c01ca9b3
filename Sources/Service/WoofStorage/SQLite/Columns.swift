// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The columns of the row at which a statement stands, read from left to right. Valid until the statement steps on.
struct Columns {
  private let statement: Statement
  private var index: Int32 = 0

  /// Starts at the first column.
  init(of statement: Statement) { self.statement = statement }

  /// Reads the next column.
  ///
  /// - Throws: ``SQLiteError`` with `SQLITE_CORRUPT` where it holds something else than such a value.
  mutating func next<Value: SQLiteValue>(_ type: Value.Type = Value.self) throws(SQLiteError) -> Value {
    defer { index += 1 }
    guard let value = Value.read(from: statement.handle, at: index) else {
      throw SQLiteError(corruptRowIn: statement.sql.text)
    }
    return value
  }

  /// Reads the next column, which may hold nothing.
  ///
  /// - Returns: `nil` where it holds `NULL`.
  /// - Throws: ``SQLiteError`` with `SQLITE_CORRUPT` where it holds something else than such a value.
  mutating func next<Value: SQLiteValue>(_ type: Value?.Type = Value?.self) throws(SQLiteError) -> Value? {
    guard sqlite3_column_type(statement.handle, index) == SQLITE_NULL else { return try next(Value.self) }
    index += 1
    return nil
  }
}
