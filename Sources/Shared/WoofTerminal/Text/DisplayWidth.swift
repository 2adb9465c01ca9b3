// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The number of columns that the text takes on a terminal: two for the characters of East Asia and for most emoji,
  /// none for marks that combine with another (Unicode Standard Annex 11).
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// Returns the text cut to at most `width` columns, with an ellipsis at the end in place of the rest.
  package func truncated(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    guard width > 0 else { return "" }
    return "\(prefix(ofWidth: width - 1))…"
  }

  /// Returns the text cut to at most `width` columns, with an ellipsis in the middle, as the beginning and the end of a
  /// file's name tell the most.
  package func truncatedInTheMiddle(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    guard width > 2 else { return truncated(toWidth: width) }
    let end = String(String(reversed()).prefix(ofWidth: (width - 1) / 2).reversed())
    return "\(prefix(ofWidth: width - 1 - end.displayWidth))…\(end)"
  }

  /// Returns the text padded with blanks at its end to at least `width` columns.
  package func padded(toWidth width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  private func prefix(ofWidth width: Int) -> String {
    var rest = width
    return String(
      prefix { character in
        rest -= character.displayWidth
        return rest >= 0
      })
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    if scalar.value < 0x300 { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return Self.wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The blocks whose characters are wide or full-width.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1B000...0x1B2FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
