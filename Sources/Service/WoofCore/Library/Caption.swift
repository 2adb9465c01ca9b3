// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The rule for captions.
package enum Caption {
  /// The maximum length of a caption, in characters (Unicode grapheme clusters).
  package static let characterLimit = 2_000
  /// The maximum length of a caption in UTF-8, in bytes, which limits the size of a single cluster too.
  package static let byteLimit = 16_000

  /// Checks a caption.
  ///
  /// - Returns: The caption as it came.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is too long or holds a control
  ///   character.
  package static func checked(_ text: String) throws(WoofError) -> String {
    guard text.utf8.count <= byteLimit, text.count <= characterLimit else {
      throw invalid("A caption has at most \(characterLimit) characters.")
    }
    guard !text.holdsControlCharacter else { throw invalid("A caption is plain text without control characters.") }
    return text
  }

  private static func invalid(_ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": "caption"])
  }
}

extension String {
  /// `true` if the string contains a control character (general category Cc of Unicode).
  var holdsControlCharacter: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
  }
}
