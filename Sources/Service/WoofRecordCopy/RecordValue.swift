// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite

/// A value on its way from one side to the other.
enum RecordValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  case bytes([UInt8])

  /// Reads the next column of a row of SQLite.
  init(_ columns: inout Columns, _ kind: CopiedColumn.Kind) throws(SQLiteError) {
    self =
      switch kind {
      case .integer: try columns.next(Int64?.self).map(RecordValue.integer) ?? .null
      case .boolean: try columns.next(Bool?.self).map(RecordValue.boolean) ?? .null
      case .text: try columns.next(String?.self).map(RecordValue.text) ?? .null
      case .bytes: try columns.next([UInt8]?.self).map(RecordValue.bytes) ?? .null
      }
  }

  /// Reads the next column of a row of PostgreSQL.
  init(_ row: inout PostgreSQLRow, _ kind: CopiedColumn.Kind) throws(PostgreSQLError) {
    self =
      switch kind {
      case .integer: try row.optionalInteger().map(RecordValue.integer) ?? .null
      case .boolean: try row.optionalBoolean().map(RecordValue.boolean) ?? .null
      case .text: try row.optionalText().map(RecordValue.text) ?? .null
      case .bytes: try row.optionalBytes().map(RecordValue.bytes) ?? .null
      }
  }

  /// The bytes that it takes, about.
  var byteCount: Int {
    switch self {
    case .null, .integer, .boolean: 8
    case .text(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    }
  }

  /// The array of a column of rows, as a parameter.
  static func array(of values: [RecordValue], _ kind: CopiedColumn.Kind) -> PostgreSQLValue {
    switch kind {
    case .integer: .integers(values.map(\.asInteger))
    case .boolean: .booleans(values.map(\.asBoolean))
    case .text: .texts(values.map(\.asText))
    case .bytes: .byteStrings(values.map(\.asBytes))
    }
  }

  private var asInteger: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  private var asBoolean: Bool? {
    guard case .boolean(let value) = self else { return nil }
    return value
  }

  private var asText: String? {
    guard case .text(let value) = self else { return nil }
    return value
  }

  private var asBytes: [UInt8]? {
    guard case .bytes(let value) = self else { return nil }
    return value
  }
}

extension Statement {
  /// Runs the statement with as many values as it takes.
  func run(_ values: [RecordValue]) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    _ = try step()
  }

  /// Binds as many values as the statement takes.
  func bind(_ values: [RecordValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let result =
        switch value {
        case .null: NullableValue.null.bind(to: handle, at: place)
        case .integer(let value): value.bind(to: handle, at: place)
        case .boolean(let value): value.bind(to: handle, at: place)
        case .text(let value): value.bind(to: handle, at: place)
        case .bytes(let value): value.bind(to: handle, at: place)
        }
      guard result == 0 else { throw failure(result) }
    }
  }
}
