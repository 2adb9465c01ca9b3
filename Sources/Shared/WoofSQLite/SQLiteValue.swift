// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
public import WoofModel

/// A value that can be bound to a statement.
@usableFromInline
package protocol SQLiteBindable {
  /// Binds the value; gives SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// A value that can be bound to a statement and read from a column.
@usableFromInline
package protocol SQLiteValue: SQLiteBindable {
  /// Reads the value of a column; `nil` where the column holds something else.
  static func read(from statement: OpaquePointer, at column: Int32) -> Self?
}

extension Int64: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }
}

extension Int: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    Int64(self).bind(to: statement, at: index)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> Int? {
    Int64.read(from: statement, at: column).map { Int($0) }
  }
}

extension Bool: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int(statement, index, self ? 1 : 0)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> Bool? {
    Int64.read(from: statement, at: column).map { $0 != 0 }
  }
}

extension String: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
      return bytes.withMemoryRebound(to: CChar.self) { characters in
        // A null pointer would bind NULL.
        woof_sqlite3_bind_text_transient(statement, index, characters.baseAddress ?? Self.noCharacters, count)
      }
    }
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> String? {
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
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBytes { SQLiteBlob.bind($0, to: statement, at: index) }
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> [UInt8]? {
    SQLiteBlob.read(from: statement, at: column) { Array($0) }
  }
}

/// A value that may be missing, ready to be bound: `NULL` where it is.
///
/// `Optional` itself does not conform, as several threads would enter its generic conformance first at once
/// (`Documentation/metadata-race.md`). Each type that may be missing has an initialiser here or beside its conformance.
@usableFromInline
package enum NullableValue: SQLiteBindable {
  case null
  case integer(Int64)
  case text(String)

  package init(_ value: String?) { if let value { self = .text(value) } else { self = .null } }

  package init(_ value: Int64?) { if let value { self = .integer(value) } else { self = .null } }

  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): number.bind(to: statement, at: index)
    case .text(let text): text.bind(to: statement, at: index)
    }
  }
}

/// Runs of bytes in columns.
package enum SQLiteBlob {
  package static func bind(_ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
    guard count > 0 else { return sqlite3_bind_zeroblob(statement, index, 0) }
    return woof_sqlite3_bind_blob_transient(statement, index, bytes.baseAddress, count)
  }

  package static func read<Value>(
    from statement: OpaquePointer, at column: Int32, _ make: (UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
    // The pointer is asked for first: asking for the count first could move the bytes.
    let bytes = sqlite3_column_blob(statement, column)
    return make(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

// How the values of the model stand in columns.

extension PhotoID: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // Most significant byte first, so that blobs order as ids do.
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { SQLiteBlob.bind($0, to: statement, at: index) }
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> PhotoID? {
    SQLiteBlob.read(from: statement, at: column) { bytes in
      guard bytes.count == 16 else { return nil }
      return PhotoID(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}

extension AlbumID: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { uuid.bind(to: statement, at: index) }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> AlbumID? {
    PhotoID.read(from: statement, at: column).map { AlbumID(uuid: $0) }
  }
}

extension Digest: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { bytes.bind(to: statement, at: index) }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> Digest? {
    SQLiteBlob.read(from: statement, at: column) { Digest($0) }
  }
}

extension Timestamp: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    milliseconds.bind(to: statement, at: index)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> Timestamp? {
    Int64.read(from: statement, at: column).map { Timestamp(milliseconds: $0) }
  }
}

extension NullableValue {
  package init(_ value: PerceptualHash?) {
    if let value { self = .integer(Int64(bitPattern: value.rawValue)) } else { self = .null }
  }

  package init(_ value: Timestamp?) { if let value { self = .integer(value.milliseconds) } else { self = .null } }
}

extension ImageType: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { rawValue.bind(to: statement, at: index) }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> ImageType? {
    String.read(from: statement, at: column).flatMap { ImageType(rawValue: $0) }
  }
}

extension Visibility: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    let number: Int64 =
      switch self {
      case .public: 0
      case .unlisted: 1
      case .private: 2
      }
    return number.bind(to: statement, at: index)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> Visibility? {
    switch Int64.read(from: statement, at: column) {
    case 0: .public
    case 1: .unlisted
    case 2: .private
    default: nil
    }
  }
}

extension PerceptualHash: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    Int64(bitPattern: rawValue).bind(to: statement, at: index)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> PerceptualHash? {
    Int64.read(from: statement, at: column).map { PerceptualHash(rawValue: UInt64(bitPattern: $0)) }
  }
}

extension PartHashes: SQLiteValue {
  @usableFromInline
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    values.flatMap { hash in (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) } }
      .bind(to: statement, at: index)
  }

  @usableFromInline
  package static func read(from statement: OpaquePointer, at column: Int32) -> PartHashes? {
    SQLiteBlob.read(from: statement, at: column) { bytes in
      guard bytes.count == 8 * count else { return nil }
      return PartHashes(
        (0..<count).map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) })
    }
  }
}
