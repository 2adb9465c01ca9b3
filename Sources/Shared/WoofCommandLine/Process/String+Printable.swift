// SPDX-License-Identifier: Apache-2.0

// The one place that decides what of a foreign text a terminal is sent. Captions, names and messages may hold characters
// that steer it, or that show a text as another one: U+202E turns the rest of a line around.

extension String {
  /// The text with what could steer a terminal, or what is seen on it, replaced by U+FFFD: controls, ends of lines, and
  /// format characters, as those that turn the direction of writing or cannot be seen. Characters that join emoji or
  /// the letters of some scripts stay between them.
  package var printable: String { replacingUnsafeScalars { _ in "\u{FFFD}" } }

  /// JSON with the same characters written as escapes (RFC 8259 §7), which means the same to whoever reads it as JSON. It
  /// holds no line ends.
  package var printableJSON: String {
    replacingUnsafeScalars { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  /// The text in quotes for a message on a terminal, without what could steer the terminal.
  var quoted: String { "‘\(printable)’" }

  private func replacingUnsafeScalars(_ replacement: (Unicode.Scalar) -> String) -> String {
    guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
    var result = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar.isSafe(after: before, before: rest.first) {
        result.append(scalar)
        before = scalar
      } else {
        result.append(contentsOf: replacement(scalar).unicodeScalars)
        before = nil
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Returns `true` if it is safe to send this character to a terminal between two others.
  ///
  /// - Parameters:
  ///   - before: The character before it, which is safe itself; `nil` if there is none.
  ///   - next: The character after it; `nil` at the end of the text.
  fileprivate func isSafe(after before: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format:
      switch value {
      // The joiner and the non-joiner: within emoji, and between letters of scripts that need them.
      case 0x200C, 0x200D: before?.isJoined == true && next?.isJoined == true
      // The letters of a flag, which follow the black one.
      case 0xE0020...0xE007F: before?.value == 0x1F3F4 || before.map { (0xE0020...0xE007F).contains($0.value) } == true
      // Signs before numbers and the like, which can be seen (Prepended_Concatenation_Mark).
      case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
      default: false
      }
    default: true
    }
  }

  /// `true` if the character may stand beside a joiner.
  private var isJoined: Bool {
    guard value > 0x7F else { return false }
    return switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .otherSymbol, .modifierSymbol, .mathSymbol: true
    default: false
    }
  }
}
