// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// Reads structured fields as RFC 9651 §4.2 says: a value that breaks the rules anywhere is no value at all.
/// Parameters are checked and dropped, but for those of ``parameterizedItem(_:)``.
package struct StructuredFieldParser {
  private var scanner: FieldValueScanner

  /// Reads a field whose value is an item; `nil` where it is not.
  package static func item(_ value: ArraySlice<UInt8>) -> StructuredItem? {
    var parser = StructuredFieldParser(scanner: FieldValueScanner(value))
    parser.skipSpaces()
    guard let item = parser.takeItem(), parser.takeParameters() else { return nil }
    parser.skipSpaces()
    return parser.scanner.isAtEnd ? item : nil
  }

  /// Reads a field whose value is an item with parameters, of which the last counts where a name is repeated; `nil` where
  /// the value is something else.
  package static func parameterizedItem(
    _ value: ArraySlice<UInt8>
  ) -> (item: StructuredItem, parameters: [String: StructuredItem])? {
    var parser = StructuredFieldParser(scanner: FieldValueScanner(value))
    var parameters: [String: StructuredItem] = [:]
    parser.skipSpaces()
    guard let item = parser.takeItem(), parser.takeParameters({ parameters[$0] = $1 }) else { return nil }
    parser.skipSpaces()
    return parser.scanner.isAtEnd ? (item, parameters) : nil
  }

  /// Reads a field whose value is a dictionary, all lines of the field joined by commas; `nil` where it is not.
  package static func dictionary(_ value: ArraySlice<UInt8>) -> [String: StructuredMember]? {
    var parser = StructuredFieldParser(scanner: FieldValueScanner(value))
    var members: [String: StructuredMember] = [:]
    parser.skipSpaces()
    while !parser.scanner.isAtEnd {
      guard let key = parser.takeKey(), let member = parser.takeMember() else { return nil }
      members[key] = member
      parser.scanner.skipWhitespace()
      if parser.scanner.isAtEnd { return members }
      guard parser.scanner.take(",") else { return nil }
      parser.scanner.skipWhitespace()
      if parser.scanner.isAtEnd { return nil }
    }
    return members
  }

  private mutating func takeMember() -> StructuredMember? {
    guard scanner.take("=") else { return takeParameters() ? .item(.boolean(true)) : nil }
    if scanner.next == UInt8(ascii: "(") { return takeInnerList() }
    guard let item = takeItem(), takeParameters() else { return nil }
    return .item(item)
  }

  private mutating func takeInnerList() -> StructuredMember? {
    guard scanner.take("(") else { return nil }
    var items: [StructuredItem] = []
    while true {
      skipSpaces()
      if scanner.take(")") { return takeParameters() ? .innerList(items) : nil }
      guard let item = takeItem(), takeParameters(),
        scanner.next == UInt8(ascii: " ") || scanner.next == UInt8(ascii: ")")
      else { return nil }
      items.append(item)
    }
  }

  private mutating func takeParameters(_ note: (String, StructuredItem) -> Void = { _, _ in }) -> Bool {
    while scanner.take(";") {
      skipSpaces()
      guard let key = takeKey() else { return false }
      guard let value = scanner.take("=") ? takeItem() : .boolean(true) else { return false }
      note(key, value)
    }
    return true
  }

  private mutating func takeKey() -> String? {
    guard let first = scanner.next, Self.isLowercaseLetter(first) || first == UInt8(ascii: "*") else { return nil }
    return String(
      decoding: scanner.takeWhile { Self.isLowercaseLetter($0) || Self.keySymbols.contains($0) }, as: UTF8.self)
  }

  private mutating func skipSpaces() { _ = scanner.takeWhile { $0 == UInt8(ascii: " ") } }

  private static func isLowercaseLetter(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  private static func isLetter(_ byte: UInt8) -> Bool { isLowercaseLetter(HTTPToken.lowercased(byte)) }
  private static let keySymbols = Array("0123456789_-.*".utf8)
}

extension StructuredFieldParser {
  private mutating func takeItem() -> StructuredItem? {
    guard let first = scanner.next else { return nil }
    switch first {
    case UInt8(ascii: "\""): return takeString().map { .string($0) }
    case UInt8(ascii: ":"): return takeBytes()
    case UInt8(ascii: "?"): return takeBoolean()
    case UInt8(ascii: "@"): return takeDate()
    case UInt8(ascii: "%"): return takeDisplayString()
    case UInt8(ascii: "*"): return takeToken()
    case _ where Self.isLetter(first): return takeToken()
    default: return takeNumber()
    }
  }

  private mutating func takeToken() -> StructuredItem? {
    let token = scanner.takeWhile {
      HTTPToken.isTokenByte($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/")
    }
    return .token(String(decoding: token, as: UTF8.self))
  }

  private mutating func takeString() -> String? {
    guard scanner.take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = scanner.next {
      scanner.index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard let quoted = scanner.next, quoted == UInt8(ascii: "\"") || quoted == UInt8(ascii: "\\") else {
          return nil
        }
        text.append(quoted)
        scanner.index += 1
      } else {
        guard byte >= 0x20, byte < 0x7F else { return nil }
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func takeBytes() -> StructuredItem? {
    guard scanner.take(":") else { return nil }
    let encoded = scanner.takeWhile { $0 != UInt8(ascii: ":") }
    guard scanner.take(":"), let bytes = Base64.decode(encoded, as: .standard, isLenient: true) else { return nil }
    return .bytes(bytes)
  }

  private mutating func takeBoolean() -> StructuredItem? {
    guard scanner.take("?") else { return nil }
    if scanner.take("1") { return .boolean(true) }
    return scanner.take("0") ? .boolean(false) : nil
  }

  private mutating func takeDate() -> StructuredItem? {
    guard scanner.take("@"), case .integer(let seconds)? = takeNumber() else { return nil }
    return .date(seconds)
  }

  private mutating func takeNumber() -> StructuredItem? {
    let isNegative = scanner.take("-")
    let digits = scanner.takeWhile(Self.isDigit)
    guard !digits.isEmpty, digits.count <= 15 else { return nil }
    let sign: Int64 = isNegative ? -1 : 1
    let whole = digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    guard scanner.take(".") else { return .integer(sign * whole) }
    let fraction = scanner.takeWhile(Self.isDigit)
    guard digits.count <= 12, !fraction.isEmpty, fraction.count <= 3 else { return nil }
    var thousandths = fraction.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    for _ in fraction.count..<3 { thousandths *= 10 }
    return .decimal(sign * (whole * 1_000 + thousandths))
  }

  private mutating func takeDisplayString() -> StructuredItem? {
    guard scanner.take("%"), scanner.take("\"") else { return nil }
    let encoded = scanner.takeWhile { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    let isUppercase = { (byte: UInt8) in byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F") }
    for index in encoded.indices where encoded[index] == UInt8(ascii: "%") {
      if encoded[index...].dropFirst().prefix(2).contains(where: isUppercase) { return nil }
    }
    guard scanner.take("\""), let decoded = PercentEncoding.decode(encoded),
      let text = String(validating: decoded, as: UTF8.self)
    else { return nil }
    return .displayString(text)
  }
}

/// A bare item of a structured field (RFC 9651 §3.3).
package enum StructuredItem: Hashable, Sendable {
  case integer(Int64)
  /// A decimal number, in thousandths.
  case decimal(Int64)
  case string(String)
  case token(String)
  case bytes([UInt8])
  case boolean(Bool)
  /// A date, in seconds since 1970.
  case date(Int64)
  case displayString(String)
}

/// The value of a member of a structured dictionary (RFC 9651 §3.2).
package enum StructuredMember: Hashable, Sendable {
  case item(StructuredItem)
  case innerList([StructuredItem])
}
