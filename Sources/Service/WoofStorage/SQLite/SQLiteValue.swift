internal import CSQLite

/// A value that can be bound to a statement.
protocol SQLiteBindable {
  /// Binds the value; gives SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// A value that can be bound to a statement and read from a column.
protocol SQLiteValue: SQLiteBindable {
  /// Reads the value of a column; `nil` where the column holds something else.
  static func read(from statement: OpaquePointer, at column: Int32) -> Self?
}

extension Int64: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }

  static func read(from statement: OpaquePointer, at column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }
}

extension Int: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { Int64(self).bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> Int? {
    Int64.read(from: statement, at: column).map { Int($0) }
  }
}

extension Bool: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int(statement, index, self ? 1 : 0)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Bool? {
    Int64.read(from: statement, at: column).map { $0 != 0 }
  }
}

extension String: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
      return bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would bind NULL.
        woof_sqlite3_bind_text_transient(statement, index, characters.baseAddress ?? Self.noCharacters, count)
      }
    }
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let bytes = sqlite3_column_text(statement, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private static var noCharacters: UnsafePointer<CChar> {
    UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension [UInt8]: SQLiteBindable, SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { SQLiteBlob.bind($0, to: statement, at: index) }
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> [UInt8]? {
    SQLiteBlob.read(from: statement, at: column) { Array($0) }
  }
}

/// A value that may be missing, ready to be bound: `NULL` where it is.
///
/// `Optional` itself does not conform, as several threads would enter its generic conformance first at once
/// (`Documentation/metadata-race.md`). Each type that may be missing has an initialiser here or beside its conformance.
enum NullableValue: SQLiteBindable {
  case null
  case integer(Int64)
  case text(String)

  init(_ value: String?) { if let value { self = .text(value) } else { self = .null } }

  init(_ value: Int64?) { if let value { self = .integer(value) } else { self = .null } }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): number.bind(to: statement, at: index)
    case .text(let text): text.bind(to: statement, at: index)
    }
  }
}

/// Runs of bytes in columns.
enum SQLiteBlob {
  static func bind(_ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
    guard count > 0 else { return sqlite3_bind_zeroblob(statement, index, 0) }
    return woof_sqlite3_bind_blob_transient(statement, index, bytes.baseAddress, count)
  }

  static func read<Value>(
    from statement: OpaquePointer, at column: Int32, _ make: (UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
    // The pointer is asked for first: asking for the count first could move the bytes.
    let bytes = sqlite3_column_blob(statement, column)
    return make(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }
}
