// SPDX-License-Identifier: Apache-2.0

/// Digits of base 16.
package enum Hexadecimal {
  /// The digit for a value of 0 to 15, in lower case.
  @inlinable
  package static func lowerCaseDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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

  /// Appends the lowest `digitCount` digits of a word, the most significant first.
  static func append(_ word: UInt64, digitCount: Int, to output: inout OutputSpan<UInt8>) {
    for position in (0..<digitCount).reversed() {
      output.append(lowerCaseDigit(UInt8(truncatingIfNeeded: word >> UInt64(4 * position)) & 15))
    }
  }
}
