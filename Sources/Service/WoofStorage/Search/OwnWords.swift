// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The words of an account's photos as they stand in the index of own photos: each begins with the account's mark, so that no
/// search of another account meets any of them, and a search takes no time for what others have.
enum OwnWords {
  /// The number of characters of the mark of each of the first thousands of accounts, and the least of all.
  static let leastMarkLength = leastDigitCount + 1
  private static let leastDigitCount = 3

  /// The mark of an account. None is the beginning of another: it ends with a letter that is no digit of a number.
  static func mark(of account: AccountID) -> String {
    let digits = String(account.rawValue, radix: 16)
    return String(repeating: "0", count: max(leastDigitCount - digits.utf8.count, 0)) + digits + "x"
  }

  /// The words of a text, each with the mark of an account before it, and spaces between them.
  static func marked(_ text: String, of account: AccountID) -> String {
    let mark = mark(of: account)
    if let marked = markedPlain(text, Array(mark.utf8)) { return marked }
    var marked = ""
    marked.unicodeScalars.reserveCapacity(2 * text.utf8.count)
    for word in SearchText.plainWords(in: Substring(text).unicodeScalars) {
      if !marked.isEmpty { marked.append(" ") }
      marked.append(mark)
      marked.unicodeScalars.append(contentsOf: word)
    }
    return marked
  }

  /// The same of a text in ASCII, as most are, in a tenth of the time; `nil` for others.
  private static func markedPlain(_ text: String, _ mark: [UInt8]) -> String? {
    var marked: [UInt8] = []
    marked.reserveCapacity(2 * text.utf8.count)
    var isInWord = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        if !isInWord {
          if !marked.isEmpty { marked.append(UInt8(ascii: " ")) }
          marked += mark
          isInWord = true
        }
        marked.append(byte)
      case 0x80...: return nil
      default: isInWord = false
      }
    }
    return String(decoding: marked, as: UTF8.self)
  }
}

extension Database {
  /// Lets statements call `marked_words(account, text)`, which gives ``OwnWords/marked(_:of:)``.
  func addMarkedWords() throws(SQLiteError) {
    try addFunction("marked_words") { OwnWords.marked($1, of: AccountID(rawValue: $0)) }
  }
}
