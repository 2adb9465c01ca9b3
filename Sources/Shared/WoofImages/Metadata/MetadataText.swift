// SPDX-License-Identifier: Apache-2.0

/// Texts from a picture's metadata, cleaned so that they can be kept and shown.
enum MetadataText {
  /// The most characters of a text that are kept.
  private static let mostCharacters = 2_000
  /// The number of bytes that are read at most, in any encoding.
  private static let mostBytes = 4 * mostCharacters

  /// Returns the text of the bytes up to a NUL: as UTF-8, or as Latin-1 if they are not UTF-8; `nil` if the text is
  /// empty.
  static func text(_ bytes: some Sequence<UInt8>) -> String? {
    let bytes = Array(bytes.lazy.prefix { $0 != 0 }.prefix(mostBytes))
    let text =
      String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    return cleaned(text)
  }

  /// The text without what cannot be shown, and without blanks around it; `nil` where nothing is left.
  static func cleaned(_ text: String) -> String? {
    let shown = text.unicodeScalars.lazy.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    var scalars = Substring.UnicodeScalarView(shown.prefix(mostCharacters))
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return scalars.isEmpty ? nil : String(scalars)
  }
}
