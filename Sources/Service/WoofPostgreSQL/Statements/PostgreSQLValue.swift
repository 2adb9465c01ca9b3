// SPDX-License-Identifier: Apache-2.0

/// A parameter of a statement, with its type. `nil` is `NULL`.
package enum PostgreSQLValue: Hashable, Sendable {
  /// An `int8`.
  case integer(Int64?)
  /// A `bool`.
  case boolean(Bool?)
  /// A `text`, which holds no zero byte.
  case text(String?)
  /// A `bytea`.
  case bytes([UInt8]?)
  /// An `int8[]`.
  case integers([Int64?])
  /// A `bool[]`.
  case booleans([Bool?])
  /// A `text[]`.
  case texts([String?])
  /// A `bytea[]`.
  case byteStrings([[UInt8]?])

  /// The type's number in `pg_type`, which is the same in every database.
  package var type: PostgreSQLType {
    switch self {
    case .integer: .integer
    case .boolean: .boolean
    case .text: .text
    case .bytes: .bytes
    case .integers: .integers
    case .booleans: .booleans
    case .texts: .texts
    case .byteStrings: .byteStrings
    }
  }

  /// Appends the binary form (the `send` functions of the types), most significant byte first.
  ///
  /// - Returns: `false` for `NULL`, which has none.
  package func append(to bytes: inout [UInt8]) -> Bool {
    switch self {
    case .integer(let value?): bytes.append(bigEndian: value)
    case .boolean(let value?): bytes.append(value ? 1 : 0)
    case .text(let value?): bytes += value.utf8
    case .bytes(let value?): bytes += value
    case .integer(nil), .boolean(nil), .text(nil), .bytes(nil): return false
    case .integers(let values):
      bytes.append(arrayOf: values, .integer, byteCount: { _ in 8 }) { $1.append(bigEndian: $0) }
    case .booleans(let values):
      bytes.append(arrayOf: values, .boolean, byteCount: { _ in 1 }) { $1.append($0 ? 1 : 0) }
    case .texts(let values):
      bytes.append(arrayOf: values, .text, byteCount: \.utf8.count) { $1 += $0.utf8 }
    case .byteStrings(let values):
      bytes.append(arrayOf: values, .bytes, byteCount: \.count) { $1 += $0 }
    }
    return true
  }
}

/// A type of the server, by its number (`pg_type.oid`).
package struct PostgreSQLType: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: UInt32

  /// Makes a type of its number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  static let boolean = Self(rawValue: 16)
  static let bytes = Self(rawValue: 17)
  static let integer = Self(rawValue: 20)
  static let shortInteger = Self(rawValue: 21)
  static let mediumInteger = Self(rawValue: 23)
  static let text = Self(rawValue: 25)
  static let booleans = Self(rawValue: 1000)
  static let byteStrings = Self(rawValue: 1001)
  static let texts = Self(rawValue: 1009)
  static let integers = Self(rawValue: 1016)
}

extension [UInt8] {
  /// Appends a number, the most significant byte first.
  mutating func append<Value: FixedWidthInteger>(bigEndian value: Value) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends an array of one dimension, as `array_send` does.
  fileprivate mutating func append<Value>(
    arrayOf values: [Value?], _ type: PostgreSQLType, byteCount: (Value) -> Int,
    _ appendValue: (Value, inout [UInt8]) -> Void
  ) {
    append(bigEndian: Int32(values.isEmpty ? 0 : 1))
    append(bigEndian: Int32(values.contains { $0 == nil } ? 1 : 0))
    append(bigEndian: type.rawValue)
    guard !values.isEmpty else { return }
    append(bigEndian: Int32(truncatingIfNeeded: values.count))
    append(bigEndian: Int32(1))
    for value in values {
      guard let value else {
        append(bigEndian: Int32(-1))
        continue
      }
      append(bigEndian: Int32(truncatingIfNeeded: byteCount(value)))
      appendValue(value, &self)
    }
  }
}
