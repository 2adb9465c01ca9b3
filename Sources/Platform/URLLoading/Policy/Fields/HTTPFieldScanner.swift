// SPDX-License-Identifier: Apache-2.0

/// Reads the parts that field values are made of (RFC 9110 §5.6), from left to right.
struct HTTPFieldScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ value: String) { bytes = Array(value.utf8) }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte that comes next.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Takes the byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Takes spaces and tabs; whether there were any.
  @discardableResult
  mutating func skipWhitespace() -> Bool {
    let start = position
    while next == 0x20 || next == 0x09 { position += 1 }
    return position > start
  }

  /// Takes what separates the members of a list, of which senders may put several (RFC 9110 §5.6.1.2).
  mutating func skipListSeparators() {
    while next == 0x20 || next == 0x09 || next == 0x2C { position += 1 }
  }

  /// Takes what is left of a member of a list that is not understood; commas in quoted strings do not end it.
  mutating func skipMember() {
    while let byte = next, byte != 0x2C {
      if byte == 0x22 {
        if quotedString() == nil { position = bytes.count }
      } else {
        position += 1
      }
    }
  }

  /// Takes a token; none where there is none.
  mutating func token() -> String? {
    take { $0.isTokenCharacter }
  }

  /// Takes a quoted string and gives what it says; where it has no end, nothing is taken.
  mutating func quotedString() -> String? {
    guard next == 0x22 else { return nil }
    var text: [UInt8] = []
    var index = position + 1
    while index < bytes.count {
      switch bytes[index] {
      case 0x22:
        position = index + 1
        return String(decoding: text, as: UTF8.self)
      case 0x5C:
        index += 1
        guard index < bytes.count else { return nil }
        text.append(bytes[index])
      default:
        text.append(bytes[index])
      }
      index += 1
    }
    return nil
  }

  /// Takes a token or a quoted string.
  mutating func tokenOrQuotedString() -> String? { next == 0x22 ? quotedString() : token() }

  /// Takes what a challenge may hold in place of parameters (RFC 9110 §11.2), up to the end of the member.
  mutating func token68() -> String? {
    let start = position
    let text = take {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D...0x2F, 0x5F, 0x7E: true
      default: false
      }
    }
    guard let text else { return nil }
    let padding = take { $0 == 0x3D } ?? ""
    let end = position
    skipWhitespace()
    guard isAtEnd || next == 0x2C else {
      position = start
      return nil
    }
    position = end
    return text + padding
  }

  /// Takes `name=value`, with the name in small letters; where there is none, nothing is taken.
  mutating func parameter() -> (name: String, value: String)? {
    let start = position
    if let name = token() {
      skipWhitespace()
      if take(0x3D) {
        skipWhitespace()
        if let value = tokenOrQuotedString() { return (name.lowercased(), value) }
      }
    }
    position = start
    return nil
  }

  private mutating func take(_ belongs: (UInt8) -> Bool) -> String? {
    let start = position
    while let byte = next, belongs(byte) { position += 1 }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }
}
