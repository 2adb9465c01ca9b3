// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// The rows that a statement gave, or the number of those it touched.
package final class PostgreSQLRows: @unchecked Sendable {  // libpq's result is only read, and freed once
  private let result: OpaquePointer
  /// The number of rows.
  package let count: Int

  /// Takes over a result of libpq.
  init(_ result: OpaquePointer) {
    self.result = result
    count = Int(PQntuples(result))
  }

  deinit { PQclear(result) }

  /// The number of rows that were added, changed or removed; 0 for a statement that does none of it.
  package var affectedCount: Int {
    guard let text = PQcmdTuples(result) else { return 0 }
    return Int(String(cString: text)) ?? 0
  }

  /// Reads every row.
  ///
  /// - Throws: Any error that `body` throws.
  package func map<Value, Failure: Error>(
    _ body: (inout PostgreSQLRow) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      var row = PostgreSQLRow(rows: self, index: Int32(index))
      values.append(try body(&row))
    }
    return values
  }

  /// Reads the first row; `nil` where there is none.
  ///
  /// - Throws: Any error that `body` throws.
  package func first<Value, Failure: Error>(
    _ body: (inout PostgreSQLRow) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard count > 0 else { return nil }
    var row = PostgreSQLRow(rows: self, index: 0)
    return try body(&row)
  }

  /// The bytes of a column with its type; `nil` for `NULL`, and for a column that is not there.
  fileprivate func column(_ row: Int32, _ column: Int32) -> (bytes: UnsafeRawBufferPointer, type: PostgreSQLType)? {
    guard column < PQnfields(result), PQgetisnull(result, row, column) == 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    return (bytes, PostgreSQLType(rawValue: PQftype(result, column)))
  }

  /// The format in which a column came: `true` for binary.
  fileprivate func isBinary(_ column: Int32) -> Bool { PQfformat(result, column) == 1 }
}

/// One row, whose columns are read from left to right.
package struct PostgreSQLRow {
  private let rows: PostgreSQLRows
  private let index: Int32
  private var next: Int32 = 0

  fileprivate init(rows: PostgreSQLRows, index: Int32) {
    self.rows = rows
    self.index = index
  }

  /// Reads an `int8`, `int4` or `int2` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func integer() throws(PostgreSQLError) -> Int64 { try present(optionalInteger()) }

  /// Reads an `int8`, `int4` or `int2`.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func optionalInteger() throws(PostgreSQLError) -> Int64? {
    try value { bytes, type in
      switch (type, bytes.count) {
      case (.integer, 8): Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case (.mediumInteger, 4): Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case (.shortInteger, 2): Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      default: nil
      }
    }
  }

  /// Reads a `bool` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func boolean() throws(PostgreSQLError) -> Bool { try present(optionalBoolean()) }

  /// Reads a `bool`.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func optionalBoolean() throws(PostgreSQLError) -> Bool? {
    try value { bytes, type in type == .boolean && bytes.count == 1 ? bytes[0] != 0 : nil }
  }

  /// Reads a text that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func text() throws(PostgreSQLError) -> String { try present(optionalText()) }

  /// Reads a text, or what has the form of one, such as a name.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func optionalText() throws(PostgreSQLError) -> String? {
    try value { bytes, type in type == .bytes ? nil : String(validating: bytes, as: UTF8.self) }
  }

  /// Reads a `bytea` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func bytes() throws(PostgreSQLError) -> [UInt8] { try present(optionalBytes()) }

  /// Reads a `bytea`.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func optionalBytes() throws(PostgreSQLError) -> [UInt8]? {
    try value { bytes, type in type == .bytes ? [UInt8](bytes) : nil }
  }

  /// Reads an `int8[]` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func integers() throws(PostgreSQLError) -> [Int64?] {
    try array(.integers, .integer) { $0.count == 8 ? Int64(bigEndian: $0.loadUnaligned(as: Int64.self)) : nil }
  }

  /// Reads a `bool[]` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func booleans() throws(PostgreSQLError) -> [Bool?] {
    try array(.booleans, .boolean) { $0.count == 1 ? $0[0] != 0 : nil }
  }

  /// Reads a `text[]` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func texts() throws(PostgreSQLError) -> [String?] {
    try array(.texts, .text) { String(validating: $0, as: UTF8.self) }
  }

  /// Reads a `bytea[]` that is there.
  ///
  /// - Throws: ``PostgreSQLError`` with the code `unexpected-value` where the column holds something else.
  package mutating func byteStrings() throws(PostgreSQLError) -> [[UInt8]?] {
    try array(.byteStrings, .bytes) { [UInt8]($0) }
  }

  private mutating func array<Element>(
    _ arrayType: PostgreSQLType, _ type: PostgreSQLType, _ element: (UnsafeRawBufferPointer) -> Element?
  ) throws(PostgreSQLError) -> [Element?] {
    try present(
      try value { bytes, found in
        found == arrayType ? PostgreSQLArrayReader.elements(of: bytes, type, element) : nil
      })
  }

  private mutating func value<Value>(
    _ make: (UnsafeRawBufferPointer, PostgreSQLType) -> Value?
  ) throws(PostgreSQLError) -> Value? {
    defer { next += 1 }
    guard let (bytes, type) = rows.column(index, next) else { return nil }
    guard rows.isBinary(next), let value = make(bytes, type) else { throw .unexpectedValue(column: Int(next)) }
    return value
  }

  private func present<Value>(_ value: Value?) throws(PostgreSQLError) -> Value {
    guard let value else { throw .unexpectedValue(column: Int(next) - 1) }
    return value
  }
}
