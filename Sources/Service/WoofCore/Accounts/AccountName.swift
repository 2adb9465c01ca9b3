// SPDX-License-Identifier: Apache-2.0

/// The name of an account: 1 to 64 letters, digits, `.`, `_` and `-` of ASCII, starting with a letter or a digit, and
/// in lower case, so that no two names look alike.
package struct AccountName: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The name.
  package let text: String

  /// Makes a name; `nil` where the text is none.
  package init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), let first = text.utf8.first, Self.isAlphanumeric(first),
      text.utf8.allSatisfy({ Self.isAlphanumeric($0) || $0 == 0x2E || $0 == 0x5F || $0 == 0x2D })
    else { return nil }
    self.text = text
  }

  /// A description of the permitted names, for messages.
  package static let rule = "1 to 64 lower-case letters, digits, '.', '_' or '-', starting with a letter or a digit"

  /// The name.
  package var description: String { text }

  /// Orders names by their characters.
  package static func < (left: AccountName, right: AccountName) -> Bool { left.text < right.text }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
