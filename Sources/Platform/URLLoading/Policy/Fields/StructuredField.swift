// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The values of structured fields (RFC 9651), as far as the fields of resumable uploads need them: an item or a
/// dictionary. Whoever breaks a rule of the syntax is ignored altogether, as the RFC has it.
enum StructuredField {
  /// A value that has no parts.
  enum Item: Hashable, Sendable {
    case integer(Int64)
    case decimal(Double)
    case string(String)
    case token(String)
    case bytes(Data)
    case boolean(Bool)
    case date(Int64)
  }

  /// A value with its parameters.
  struct Member: Hashable, Sendable {
    /// One item, or those of an inner list.
    let items: [Item]
    let isList: Bool
    let parameters: [String: Item]

    /// The item, where it is no list.
    var item: Item? { isList ? nil : items.first }
  }

  /// The most bytes of a field that are read.
  static let maximalLength = 16384

  /// Reads an item; parameters are read and dropped.
  static func item(_ lines: [String]) -> Item? {
    guard var reader = StructuredFieldReader(lines) else { return nil }
    guard let item = reader.item(), reader.parameters() != nil, reader.finish() else { return nil }
    return item
  }

  /// Reads an integer that is not negative.
  static func count(_ lines: [String]) -> Int64? {
    guard case .integer(let number)? = item(lines), number >= 0 else { return nil }
    return number
  }

  /// Reads a Boolean.
  static func boolean(_ lines: [String]) -> Bool? {
    guard case .boolean(let value)? = item(lines) else { return nil }
    return value
  }

  /// Reads a dictionary; of two members of a name the last counts.
  static func dictionary(_ lines: [String]) -> [String: Member]? {
    guard !lines.isEmpty, var reader = StructuredFieldReader(lines) else { return nil }
    return reader.dictionary()
  }
}

/// Reads the text of a structured field (RFC 9651 §4.2).
struct StructuredFieldReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Joins the lines of a field; none where there are none, or too much of them.
  init?(_ lines: [String]) {
    guard !lines.isEmpty else { return nil }
    let text = lines.joined(separator: ",")
    guard text.utf8.count <= StructuredField.maximalLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    bytes = Array(text.utf8)
    skipSpaces()
  }

  mutating func finish() -> Bool {
    skipSpaces()
    return position == bytes.count
  }

  mutating func dictionary() -> [String: StructuredField.Member]? {
    var members: [String: StructuredField.Member] = [:]
    while position < bytes.count {
      guard let key = key(), let member = take(0x3D) ? self.member() : flag() else { return nil }
      members[key] = member
      skipWhitespace()
      if position == bytes.count { return members }
      guard take(0x2C) else { return nil }
      skipWhitespace()
      if position == bytes.count { return nil }
    }
    return members
  }

  mutating func item() -> StructuredField.Item? {
    switch next ?? 0 {
    case 0x2D, 0x30...0x39: number()
    case 0x22: string()
    case 0x2A, 0x41...0x5A, 0x61...0x7A: token()
    case 0x3A: byteSequence()
    case 0x3F: boolean()
    case 0x40: date()
    default: nil
    }
  }

  mutating func parameters() -> [String: StructuredField.Item]? {
    var parameters: [String: StructuredField.Item] = [:]
    while take(0x3B) {
      skipSpaces()
      guard let key = key() else { return nil }
      guard take(0x3D) else {
        parameters[key] = .boolean(true)
        continue
      }
      guard let item = item() else { return nil }
      parameters[key] = item
    }
    return parameters
  }
}

extension StructuredFieldReader {
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces() { while take(0x20) {} }

  private mutating func skipWhitespace() { while take(0x20) || take(0x09) {} }

  private mutating func text(while belongs: (UInt8) -> Bool) -> String {
    let start = position
    while let byte = next, belongs(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func key() -> String? {
    guard let first = next, first == 0x2A || (0x61...0x7A).contains(first) else { return nil }
    return text { byte in
      switch byte {
      case 0x2A, 0x2D, 0x2E, 0x30...0x39, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
  }

  private mutating func member() -> StructuredField.Member? {
    if next == 0x28 { return innerList() }
    guard let item = item(), let parameters = parameters() else { return nil }
    return StructuredField.Member(items: [item], isList: false, parameters: parameters)
  }

  /// A key without a value is true.
  private mutating func flag() -> StructuredField.Member? {
    parameters().map { StructuredField.Member(items: [.boolean(true)], isList: false, parameters: $0) }
  }

  private mutating func innerList() -> StructuredField.Member? {
    guard take(0x28) else { return nil }
    var items: [StructuredField.Item] = []
    while true {
      skipSpaces()
      if take(0x29) { break }
      guard let item = item(), parameters() != nil, next == 0x20 || next == 0x29 else { return nil }
      items.append(item)
    }
    return parameters().map { StructuredField.Member(items: items, isList: true, parameters: $0) }
  }

  private mutating func number() -> StructuredField.Item? {
    let isNegative = take(0x2D)
    let whole = text { (0x30...0x39).contains($0) }
    guard !whole.isEmpty, whole.utf8.count <= 15, let magnitude = Int64(whole) else { return nil }
    guard take(0x2E) else { return .integer(isNegative ? -magnitude : magnitude) }
    let fraction = text { (0x30...0x39).contains($0) }
    guard (1...3).contains(fraction.utf8.count), whole.utf8.count <= 12 else { return nil }
    return Double("\(isNegative ? "-" : "")\(whole).\(fraction)").map(StructuredField.Item.decimal)
  }

  private mutating func string() -> StructuredField.Item? {
    guard take(0x22) else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case 0x22: return .string(String(decoding: text, as: UTF8.self))
      case 0x5C:
        guard let escaped = next, escaped == 0x22 || escaped == 0x5C else { return nil }
        text.append(escaped)
        position += 1
      case 0x20...0x7E: text.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private mutating func token() -> StructuredField.Item? {
    .token(text { $0.isTokenCharacter || $0 == 0x3A || $0 == 0x2F })
  }

  private mutating func byteSequence() -> StructuredField.Item? {
    guard take(0x3A) else { return nil }
    let encoded = text { $0 != 0x3A }
    guard take(0x3A) else { return nil }
    return Data(base64Encoded: encoded).map(StructuredField.Item.bytes)
  }

  private mutating func boolean() -> StructuredField.Item? {
    guard take(0x3F) else { return nil }
    if take(0x31) { return .boolean(true) }
    return take(0x30) ? .boolean(false) : nil
  }

  private mutating func date() -> StructuredField.Item? {
    guard take(0x40), case .integer(let seconds)? = number() else { return nil }
    return .date(seconds)
  }
}
