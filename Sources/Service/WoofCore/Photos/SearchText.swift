// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The words that somebody looks for. Nothing in them is syntax.
package struct SearchText: Hashable, Sendable {
  /// The maximum number of characters, without spaces at both ends.
  package static let characterLimit = 200

  /// The words that a photo has to have, all of them, each at most once; a date, as `2024-06`, is one.
  package let words: [String]
  /// The beginning of a word that it has to have as well: the last one, which may still be being typed; `nil` if there is
  /// no letter and no digit in the whole text, so that it finds nothing.
  package let beginning: String?

  /// Reads what somebody typed.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is empty or too long.
  package init(_ text: String) throws(WoofError) {
    let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    guard !trimmed.isEmpty, trimmed.count <= Self.characterLimit else {
      throw WoofError(
        .invalidParameter, "Look for 1 to \(Self.characterLimit) characters.", details: ["parameter": "q"])
    }
    var words = text.unicodeScalars.split(whereSeparator: Self.isSeparator).flatMap(Self.words)
    beginning = words.popLast()
    var known: Set<String> = []
    self.words = words.filter { known.insert($0).inserted }
  }

  /// The words between two spaces. A date stays one: its numbers stand behind each other. For all others that would take
  /// long to find out, and say little.
  private static func words(in part: Substring.UnicodeScalarView) -> [String] {
    let words = plainWords(in: part)
    let isDate = (2...3).contains(words.count) && words.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
    return isDate ? [words.map { String($0) }.joined(separator: "-")] : words.map { String($0) }
  }

  /// The words of a text, told apart as the search indexes do: by what is no letter, no digit and no accent.
  package static func plainWords(in text: Substring.UnicodeScalarView) -> [Substring.UnicodeScalarView] {
    text.split(whereSeparator: { !isLetterOrDigit($0) && !isMark($0) }).filter { $0.contains(where: isLetterOrDigit) }
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  /// Returns `true` for what the search indexes take for letters and digits.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    // What most scalars are is known without looking it up.
    guard !scalar.isASCII else {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Returns `true` for an accent of the letter before it.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.generalCategory == .nonspacingMark
  }
}
