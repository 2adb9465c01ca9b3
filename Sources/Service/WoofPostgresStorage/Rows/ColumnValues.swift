// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

// How the values of the kernel stand in columns.

extension PhotoID {
  /// The sixteen bytes of the id, most significant first, so that columns order as ids do.
  var columnBytes: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { [UInt8]($0) }
  }

  /// Makes the id of its sixteen bytes; `nil` for any other number of them.
  init?(columnBytes bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    let words = [0, 8].map { start in bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self.init(high: words[0], low: words[1])
  }
}

extension Visibility {
  /// The number that stands in a column.
  var columnNumber: Int64 {
    switch self {
    case .public: 0
    case .unlisted: 1
    case .private: 2
    }
  }

  /// Makes the visibility of its number; `nil` for any other.
  init?(columnNumber number: Int64) {
    switch number {
    case 0: self = .public
    case 1: self = .unlisted
    case 2: self = .private
    default: return nil
    }
  }
}

extension PhotoAnnotations {
  /// The text that stands in a column, which is JSON.
  var columnText: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Makes annotations of their text; `nil` for any other.
  init?(columnText text: String) {
    guard let annotations = try? JSONDecoder().decode(PhotoAnnotations.self, from: Data(text.utf8)) else { return nil }
    self = annotations
  }
}

extension PartHashes {
  /// The hashes one after the other, each the most significant byte first.
  var columnBytes: [UInt8] {
    values.flatMap { hash in (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) } }
  }

  /// Makes hashes of their bytes; `nil` for any other number of them.
  init?(columnBytes bytes: [UInt8]) {
    guard bytes.count == 8 * Self.count else { return nil }
    self.init(
      stride(from: 0, to: bytes.count, by: 8)
        .map { start in bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } })
  }
}

extension PostgreSQLRow {
  /// Reads the id of a photo.
  mutating func photoID() throws(PostgreSQLError) -> PhotoID { try whole(PhotoID(columnBytes: try bytes())) }

  /// Reads a digest.
  mutating func digest() throws(PostgreSQLError) -> Digest { try whole(Digest(try bytes())) }

  /// Reads the number of an account.
  mutating func accountID() throws(PostgreSQLError) -> AccountID { AccountID(rawValue: try integer()) }

  /// Reads the name of an account.
  mutating func accountName() throws(PostgreSQLError) -> AccountName { try whole(AccountName(try text())) }

  /// Reads a time.
  mutating func timestamp() throws(PostgreSQLError) -> Timestamp { Timestamp(milliseconds: try integer()) }

  /// Reads a time that may be missing.
  mutating func optionalTimestamp() throws(PostgreSQLError) -> Timestamp? {
    try optionalInteger().map { Timestamp(milliseconds: $0) }
  }

  /// Reads a number that counts something.
  mutating func count() throws(PostgreSQLError) -> Int { Int(try integer()) }

  /// Returns a value that was made of a column.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError`` where the column held something else.
  func whole<Value>(_ value: Value?) throws(PostgreSQLError) -> Value {
    guard let value else {
      throw PostgreSQLError(.unexpectedValue, "a column holds a value that the schema does not allow")
    }
    return value
  }
}
