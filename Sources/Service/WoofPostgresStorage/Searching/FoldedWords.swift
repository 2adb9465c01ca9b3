// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Words regardless of case and diacritics, as the index of words has them: the rules of the embedded store's index, which are
/// those of FTS5's `unicode61` with `remove_diacritics 2`.
enum FoldedWords {
  /// The most characters of a word that count, four times more than anybody can look for.
  private static let characterLimit = 255

  /// The words of a text, in their order.
  static func words(in text: String) -> [String] {
    // A text is taken apart where it has other than letters, digits and accents. What is folded may have none of these left.
    SearchText.plainWords(in: Substring(text).unicodeScalars).map(folded).filter { !$0.isEmpty }
  }

  private static func folded(_ word: Substring.UnicodeScalarView) -> String {
    var folded = ""
    for scalar in word.prefix(characterLimit) {
      if scalar.isASCII {
        let isUpper = ("A"..."Z").contains(scalar)
        folded.unicodeScalars.append(isUpper ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars
      where lower.properties.generalCategory != .nonspacingMark {
        folded.unicodeScalars.append(plainLetters[lower] ?? lower)
      }
    }
    return folded
  }

  /// The letters of ASCII that letters with accents are without them.
  private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, accented) in accentedLetters {
      for scalar in accented.unicodeScalars { letters[scalar] = letter }
    }
    return letters
  }()

  // Of Unicode 15, all small letters whose canonical decomposition is a letter of ASCII and accents.
  private static let accentedLetters: [(Unicode.Scalar, String)] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ďḋḍḏḑḓ"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥȟḣḥḧḩḫẖ"), ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
    ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľḷḹḻḽ"), ("m", "ḿṁṃ"), ("n", "ñńņňǹṅṇṉṋ"),
    ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"), ("s", "śŝşšșṡṣṥṧṩ"),
    ("t", "ţťțṫṭṯṱẗ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("z", "źżžẑẓẕ"),
  ]
}
