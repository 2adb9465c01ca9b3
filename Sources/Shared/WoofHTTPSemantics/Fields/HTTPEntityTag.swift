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

  /// Returns the tags of a list. What follows an error in the list is left out.
  package static func tags(in value: ArraySlice<UInt8>) -> [HTTPEntityTag] {
    var scanner = FieldValueScanner(value)
    var tags: [HTTPEntityTag] = []
    scanner.skipEmptyElements()
    while !scanner.isAtEnd {
      guard let (isWeak, opaqueTag) = take(&scanner) else { return tags }
      // Bytes that are no UTF-8 name no tag that was ever given.
      if let text = String(validating: opaqueTag, as: UTF8.self), let tag = HTTPEntityTag(text, isWeak: isWeak) {
        tags.append(tag)
      }
      guard scanner.takeListSeparator() else { return tags }
    }
    return tags
  }

  /// Passes one tag; `nil` where none stands here.
  private static func take(_ scanner: inout FieldValueScanner) -> (isWeak: Bool, opaqueTag: ArraySlice<UInt8>)? {
    let isWeak = scanner.take("W")
    if isWeak, !scanner.take("/") { return nil }
    guard scanner.take("\"") else { return nil }
    let opaqueTag = scanner.takeWhile(Self.isTagByte)
    return scanner.take("\"") ? (isWeak, opaqueTag) : nil
  }

  /// Passes one tag and compares it; `nil` where none stands here.
  private func takeMatch(_ scanner: inout FieldValueScanner, _ comparison: Comparison) -> Bool? {
    guard let (isOtherWeak, other) = Self.take(&scanner) else { return nil }
    return other.elementsEqual(opaqueTag.utf8) && (comparison == .weak || !isWeak && !isOtherWeak)
  }

  private static func isTagByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: "\"") && byte != 0x7F
  }
}

/// The tags that `If-Match` or `If-None-Match` lists (RFC 9110 §13.1).
package enum HTTPEntityTagList: Hashable, Sendable {
  /// `*`: those of any state.
  case any
  /// Certain tags.
  case tags([HTTPEntityTag])
}
