// SPDX-License-Identifier: Apache-2.0

/// Reads one JSON text.
struct JSONParser {
  private static let greatestDepth = 32

  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSON.Fault) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw fault("something follows the value") }
    return value
  }

  private mutating func value() throws(JSON.Fault) -> JSON {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .object(try list(to: "}") { (parser) throws(JSON.Fault) in try parser.member() })
    case UInt8(ascii: "["): return .array(try list(to: "]") { (parser) throws(JSON.Fault) in try parser.value() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func member() throws(JSON.Fault) -> JSON.Member {
    skipSpace()
    let name = try string()
    skipSpace()
    try take(":")
    return JSON.Member(name, try value())
  }

  /// Reads the elements between two brackets, at most 32 levels deep.
  private mutating func list<Element>(
    to end: Unicode.Scalar, _ element: (inout JSONParser) throws(JSON.Fault) -> Element
  ) throws(JSON.Fault) -> [Element] {
    position += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else { throw fault("values are nested too deep") }
    var elements: [Element] = []
    skipSpace()
    if skip(end) { return elements }
    while true {
      elements.append(try element(&self))
      skipSpace()
      if skip(end) { return elements }
      try take(",")
    }
  }

  private mutating func number() throws(JSON.Fault) -> JSON {
    let start = position
    _ = skip("-")
    if !skip("0") { try skipDigits() }
    var isWhole = true
    if skip(".") {
      isWhole = false
      try skipDigits()
    }
    if skip("e") || skip("E") {
      isWhole = false
      _ = skip("+") || skip("-")
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw fault("the number is too great") }
    return .number(number)
  }

  private mutating func skipDigits() throws(JSON.Fault) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw fault("a value is expected") }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSON.Fault) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw fault("a value is expected") }
      position += 1
    }
    return value
  }
}

extension JSONParser {
  /// The byte at the position; `nil` at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Goes over a character, if it is the next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func take(_ character: Unicode.Scalar) throws(JSON.Fault) {
    guard skip(character) else { throw fault("\(character) is expected") }
  }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  func fault(_ reason: String) -> JSON.Fault { JSON.Fault(reason: reason, offset: position) }
}
