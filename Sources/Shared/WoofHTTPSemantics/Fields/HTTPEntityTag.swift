// SPDX-License-Identifier: Apache-2.0

/// Names one state of a representation (RFC 9110 §8.8.3).
package struct HTTPEntityTag: Hashable, Sendable, CustomStringConvertible {
  /// The text between the quotes.
  package let opaqueTag: String
  /// `true` if the tag is weak: two states that have it mean the same, but their bytes may differ.
  package let isWeak: Bool

  /// Makes a tag; `nil` where the text holds a quote, a space or a control.
  package init?(_ opaqueTag: String, isWeak: Bool = false) {
    guard opaqueTag.utf8.allSatisfy(Self.isTagByte) else { return nil }
    self.opaqueTag = opaqueTag
    self.isWeak = isWeak
  }

  /// The tag as it stands in a field: `"…"` or `W/"…"`.
  package var description: String { isWeak ? "W/\"\(opaqueTag)\"" : "\"\(opaqueTag)\"" }

  /// A way to compare two tags (RFC 9110 §8.8.3.2).
  package enum Comparison {
    /// Both tags have to be strong.
    case strong
    /// A weak tag is as good as a strong one.
    case weak
  }

  /// Returns `true` if the bytes are this tag and nothing else.
  package func isEqual(to value: ArraySlice<UInt8>, _ comparison: Comparison) -> Bool {
    var scanner = FieldValueScanner(value)
    return takeMatch(&scanner, comparison) == true && scanner.isAtEnd
  }

  /// Returns `true` if a list has the tag. What follows an error in the list is left out.
  package func isListed(in value: ArraySlice<UInt8>, _ comparison: Comparison) -> Bool {
    var scanner = FieldValueScanner(value)
    scanner.skipEmptyElements()
    while !scanner.isAtEnd {
      guard let matches = takeMatch(&scanner, comparison) else { return false }
      if matches { return true }
      guard scanner.takeListSeparator() else { return false }
    }
    return false
  }

  /// Passes one tag and compares it; `nil` where none stands here.
  private func takeMatch(_ scanner: inout FieldValueScanner, _ comparison: Comparison) -> Bool? {
    let isOtherWeak = scanner.take("W")
    if isOtherWeak, !scanner.take("/") { return nil }
    guard scanner.take("\"") else { return nil }
    let other = scanner.takeWhile(Self.isTagByte)
    guard scanner.take("\"") else { return nil }
    return other.elementsEqual(opaqueTag.utf8) && (comparison == .weak || !isWeak && !isOtherWeak)
  }

  private static func isTagByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "\"") && byte != 0x7F
  }
}
