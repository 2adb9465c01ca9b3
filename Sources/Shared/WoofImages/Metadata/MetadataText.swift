/// Texts out of a picture's metadata, made fit to be kept and shown.
enum MetadataText {
  /// The most characters of a text that are kept.
  private static let mostCharacters = 2_000
  /// The most bytes that are looked at, in whatever encoding.
  private static let mostBytes = 4 * mostCharacters

  /// The text that the bytes are up to a NUL: UTF-8, or Latin-1 where they are no UTF-8; `nil` where it says nothing.
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
