// SPDX-License-Identifier: Apache-2.0

extension JSON5Parser {
  /// Reads a string in single or double quotes, whose first quote is next.
  mutating func string() throws(JSON5SyntaxError) -> String {
    let start = position
    let quote = scalars[position]
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      switch scalar {
      case quote: return String(text)
      case "\\":
        if let escaped = try escape() { text.append(escaped) }
      case "\n", "\r": throw JSON5SyntaxError(offset: start, message: "this string does not end on its line")
      default: text.append(scalar)
      }
    }
    throw JSON5SyntaxError(offset: start, message: "this string does not end")
  }

  /// Reads a name without quotes.
  mutating func identifier() throws(JSON5SyntaxError) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next {
      let start = position
      var letter = scalar
      if take("\\") {
        guard take("u") else { throw unexpected(expected: "‘u’ of a Unicode escape") }
        letter = try unicodeEscape()
      } else {
        position += 1
      }
      let belongs = name.isEmpty ? JSON5Grammar.startsIdentifier(letter) : JSON5Grammar.continuesIdentifier(letter)
      guard belongs else {
        position = start
        break
      }
      name.append(letter)
    }
    guard !name.isEmpty else { throw unexpected(expected: "a key") }
    return String(name)
  }

  /// Reads what follows a backslash; `nil` for the end of a line, which continues the string.
  private mutating func escape() throws(JSON5SyntaxError) -> Unicode.Scalar? {
    guard let scalar = next else { throw unexpected(expected: "an escape") }
    position += 1
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "x": return Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(digits: 2)))
    case "u": return try unicodeEscape()
    case "\r":
      _ = take("\n")
      return nil
    case "\n", "\u{2028}", "\u{2029}": return nil
    case "0" where !(next.map(JSON5Grammar.isDigit) ?? false): return "\u{0}"
    case "0"..."9":
      throw JSON5SyntaxError(offset: position - 1, message: "JSON5 has no octal escapes; write \\x or \\u")
    default: return scalar
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private mutating func unicodeEscape() throws(JSON5SyntaxError) -> Unicode.Scalar {
    let start = position
    let unit = try hexadecimal(digits: 4)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, take("\\"), take("u") {
      let second = try hexadecimal(digits: 4)
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw JSON5SyntaxError(offset: start, message: "this escape is one half of a surrogate pair")
  }

  private mutating func hexadecimal(digits: Int) throws(JSON5SyntaxError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw unexpected(expected: "a hexadecimal digit")
      }
      number = number << 4 | UInt32(digit)
      position += 1
    }
    return number
  }
}
