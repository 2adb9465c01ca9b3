// SPDX-License-Identifier: Apache-2.0

/// A reason for which bytes are not taken for a document.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of reasons.
  package enum Reason: String, Hashable, Sendable {
    case misplacedByte = "a byte that cannot stand there"
    case unknownReference = "a reference to a character that is none"
    case invalidText = "text that is not UTF-8"
    case mismatchedTag = "an end tag without its start tag"
    case unsupportedMarkup = "markup that responses of object stores do not have"
    case tooLarge = "more bytes than the limit"
    case tooDeep = "more elements within each other than the limit"
    case incomplete = "an end before the root element's"
  }

  /// The reason.
  package let reason: Reason
  /// The number of bytes before the place.
  package let offset: Int

  /// The reason and the place, without anything of the document.
  package var description: String { "XML with \(reason.rawValue), at byte \(offset)" }
}

/// The limits of a document.
package struct XMLLimits: Hashable, Sendable {
  /// The most bytes; 8 MB by default, some ten times a list of 1000 objects.
  package var byteCount = 8 << 20
  /// The most elements within each other; 16 by default.
  package var depth = 16
  /// The most bytes of a name; 128 by default.
  package var nameByteCount = 128

  /// Makes limits with their defaults.
  package init() {}
}
