// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A prepared statement of one connection, and confined to it.
@usableFromInline
package final class Statement {
  @usableFromInline package let handle: OpaquePointer
  @usableFromInline package let sql: SQL

  /// Prepares a statement for many uses.
  package init(_ sql: SQL, on database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(database, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else { throw SQLiteError(result, on: database, statement: sql.text) }
    self.handle = handle
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement for what it does; a row that it gives is passed over.
  @inlinable
  package func run<each Value: SQLiteBindable>(_ values: repeat each Value) throws(SQLiteError) {
    defer { reset() }
    try bind(repeat each values)
    _ = try step()
  }

  /// Runs the statement for its first row; `nil` where it gives none.
  @inlinable
  package func first<each Value: SQLiteBindable, Result>(
    _ values: repeat each Value, read: (inout Columns) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result? {
    defer { reset() }
    try bind(repeat each values)
    guard try step() else { return nil }
    var columns = Columns(of: self)
    return try read(&columns)
  }

  /// Runs the statement and hands over its rows, until `body` says `false`.
  @inlinable
  package func rows<each Value: SQLiteBindable>(
    _ values: repeat each Value, while body: (inout Columns) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    defer { reset() }
    try bind(repeat each values)
    while try step() {
      var columns = Columns(of: self)
      guard try body(&columns) else { return }
    }
  }

  /// Runs the statement and collects what is read from its rows.
  @inlinable
  package func all<each Value: SQLiteBindable, Result>(
    _ values: repeat each Value, read: (inout Columns) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> [Result] {
    var results: [Result] = []
    try rows(repeat each values) { (columns) throws(SQLiteError) in
      results.append(try read(&columns))
      return true
    }
    return results
  }

  @inlinable
  package func bind<each Value: SQLiteBindable>(_ values: repeat each Value) throws(SQLiteError) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      let result = value.bind(to: handle, at: index)
      guard result == 0 else { throw failure(result) }
    }
  }

  @usableFromInline
  package func reset() { sqlite3_reset(handle) }

  @usableFromInline
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw failure(result)
    }
  }

  @usableFromInline
  package func failure(_ result: Int32) -> SQLiteError {
    SQLiteError(result, on: sqlite3_db_handle(handle), statement: sql.text)
  }
}

/// The text of a statement, which each connection prepares once. Statements are static members, so what is known of one
/// can be kept under its identity.
@usableFromInline
package final class SQL: Sendable {
  /// The statement.
  @usableFromInline package let text: String

  /// Makes a statement of its text; values come in by `?1`, `?2`, … and never as part of the text.
  package init(_ text: String) { self.text = text }
}

extension SQL {
  package static let beginReading = SQL("BEGIN")
  package static let beginWriting = SQL("BEGIN IMMEDIATE")
  package static let commit = SQL("COMMIT")
  package static let rollback = SQL("ROLLBACK")
}

/// The columns of the row at which a statement stands, read from left to right. Valid until the statement steps on.
@usableFromInline
package struct Columns {
  @usableFromInline let statement: Statement
  @usableFromInline var index: Int32 = 0

  /// Starts at the first column.
  @inlinable
  package init(of statement: Statement) { self.statement = statement }

  /// Reads the next column.
  ///
  /// - Throws: ``SQLiteError`` with `SQLITE_CORRUPT` where it holds something else than such a value.
  @inlinable
  package mutating func next<Value: SQLiteValue>(_ type: Value.Type = Value.self) throws(SQLiteError) -> Value {
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
  @inlinable
  package mutating func next<Value: SQLiteValue>(_ type: Value?.Type = Value?.self) throws(SQLiteError) -> Value? {
    guard isNull else { return try next(Value.self) }
    index += 1
    return nil
  }

  @usableFromInline
  var isNull: Bool { sqlite3_column_type(statement.handle, index) == SQLITE_NULL }
}
