// SPDX-License-Identifier: Apache-2.0

/// The classes of characters of JSON5 (json5.org, sections 3, 5 and 8).
enum JSON5Grammar {
  static func isLineTerminator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\u{B}", "\u{C}", " ", "\u{A0}", "\u{FEFF}": true
    default: isLineTerminator(scalar) || (!scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator)
    }
  }

  static func startsIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "$", "_": return true
    default: break
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: return true
    default: return false
    }
  }

  static func continuesIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    if startsIdentifier(scalar) || isDigit(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }

  /// Returns `true` if a name can stand before its colon without quotes.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, startsIdentifier(first) else { return false }
    return name.unicodeScalars.dropFirst().allSatisfy(continuesIdentifier)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The text as a string literal in double quotes, which JSON reads too.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
