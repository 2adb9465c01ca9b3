// SPDX-License-Identifier: Apache-2.0

/// Digits of base 16.
@usableFromInline
package enum Hexadecimal {
  /// The digit for a value of 0 to 15, in lower case.
  @inlinable
  package static func lowerCaseDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The digit for a value of 0 to 15, in upper case.
  @inlinable
  package static func upperCaseDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// The value of a digit of either case; `nil` for anything else.
  @inlinable
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The value of a digit; `nil` for anything but `0`–`9` and `a`–`f`.
  @inlinable
  package static func lowerCaseValue(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension Hexadecimal {
  /// Appends the lowest `digitCount` digits of a word in lower case, the most significant first.
  @inlinable
  package static func append(_ word: UInt64, digitCount: Int, to output: inout OutputSpan<UInt8>) {
    for position in (0..<digitCount).reversed() {
      output.append(lowerCaseDigit(UInt8(truncatingIfNeeded: word >> UInt64(4 * position)) & 15))
    }
  }

  /// The number that digits of either case stand for, the most significant first; `nil` where one is no digit. Of more
  /// than sixteen digits the last ones count.
  package static func number(of digits: some Sequence<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      number = number << 4 | UInt64(value)
    }
    return number
  }

  /// The text of bytes, two lower-case digits for each.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(lowerCaseDigit(byte >> 4))
      text.append(lowerCaseDigit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that pairs of digits of either case stand for; `nil` where one is no digit, or the last has no second.
  package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var pending: UInt8?
    for digit in text {
      guard let value = value(of: digit) else { return nil }
      if let high = pending {
        bytes.append(high << 4 | value)
        pending = nil
      } else {
        pending = value
      }
    }
    return pending == nil ? bytes : nil
  }
}
