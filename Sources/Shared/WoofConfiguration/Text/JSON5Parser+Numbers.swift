// SPDX-License-Identifier: Apache-2.0

extension JSON5Parser {
  /// Reads a number: decimal with or without fraction and exponent, hexadecimal, `Infinity` or `NaN`, each with a sign
  /// or without.
  mutating func number() throws(JSON5SyntaxError) -> ConfigurationValue.Content {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    let content: ConfigurationValue.Content
    if takeWord("Infinity") {
      content = .number(isNegative ? -.infinity : .infinity)
    } else if takeWord("NaN") {
      content = .number(.nan)
    } else if next == "0", position + 1 < scalars.count, "xX".unicodeScalars.contains(scalars[position + 1]) {
      position += 2
      content = Self.number(try digits(radix: 16), radix: 16, isNegative: isNegative)
    } else {
      content = try decimal(isNegative: isNegative)
    }
    if let next, JSON5Grammar.continuesIdentifier(next) { throw unexpected(expected: "the end of the number") }
    return content
  }

  private mutating func decimal(isNegative: Bool) throws(JSON5SyntaxError) -> ConfigurationValue.Content {
    let start = position
    var whole = ""
    if next != "." {
      whole = try digits(radix: 10)
      guard whole.count == 1 || whole.first != "0" else {
        throw JSON5SyntaxError(offset: start, message: "a number does not start with 0")
      }
    }
    var isWhole = true
    var fraction = ""
    if take(".") {
      isWhole = false
      if whole.isEmpty || next.map(JSON5Grammar.isDigit) ?? false { fraction = try digits(radix: 10) }
    }
    var exponent = ""
    if take("e") || take("E") {
      isWhole = false
      if take("-") { exponent = "-" } else { _ = take("+") }
      exponent += try digits(radix: 10)
    }
    guard !isWhole else { return Self.number(whole, radix: 10, isNegative: isNegative) }
    let text =
      "\(isNegative ? "-" : "")\(whole.isEmpty ? "0" : whole).\(fraction)0e\(exponent.isEmpty ? "0" : exponent)"
    return .number(Double(text) ?? .nan)
  }

  /// The number of digits that were read, as an integer where it fits one.
  private static func number(_ digits: String, radix: Int, isNegative: Bool) -> ConfigurationValue.Content {
    if let integer = Int64((isNegative ? "-" : "") + digits, radix: radix) { return .integer(integer) }
    return .number(Double((isNegative ? "-" : "") + (radix == 16 ? "0x" : "") + digits) ?? .nan)
  }

  private mutating func digits(radix: Int) throws(JSON5SyntaxError) -> String {
    var digits = ""
    while let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue, digit < radix {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    guard !digits.isEmpty else { throw unexpected(expected: "a digit") }
    return digits
  }
}
