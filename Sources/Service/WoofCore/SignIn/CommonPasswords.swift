// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// The passwords that are guessed first.
///
/// Nothing is looked up elsewhere, and no list of leaked passwords is shipped: a few hundred words of our own (``words``)
/// and rules make some millions, as people and guessing programs do. Letter case does not count, and a digit or sign counts
/// as the letter that it looks like. A password is common where it is
///
/// - a word, a word said twice, or a word behind one of the usual beginnings (`my`, `ilove`), with at most five digits and
///   signs, or a row of them, before and behind; the account's own name, and that backwards, are such words;
/// - made of rows of at least three keys, as `qwerty123` or `abcd4321`;
/// - one short piece again and again, as `abcabcabc`; or
/// - a date in eight digits.
///
/// Passphrases of several words are none of these, whichever words they have. All copies are overwritten.
enum CommonPasswords {
  private static let usualBeginnings = [
    "my", "the", "i", "im", "ilove", "love", "iam", "hello", "super", "big", "little",
  ]

  /// `true` if a password in UTF-8 is common for an account of that name.
  static func include(_ password: UnsafeRawBufferPointer, for name: AccountName) -> Bool {
    let folded = WipedBytes(capacity: password.count)
    for byte in password { folded.append(Self.lowercased(byte)) }
    return folded.withUnsafeBytes { text in
      isRepetition(text) || KeyRows.compose(text) || isDate(text) || isWord(text, name)
    }
  }

  // MARK: Words

  private static func isWord(_ text: UnsafeRawBufferPointer, _ name: AccountName) -> Bool {
    let own = [digest(of: Array(name.text.utf8)), digest(of: name.text.utf8.reversed())]
    if isOwnName(text, name) { return true }
    for core in cores(of: text) {
      for one in [UInt8(ascii: "l"), UInt8(ascii: "i")] {
        let plain = WipedBytes(capacity: core.count)
        for byte in core { plain.append(letter(byte, one: one)) }
        if plain.withUnsafeBytes({ holdsWord($0, own) }) || holdsWord(UnsafeRawBufferPointer(rebasing: core), own) {
          return true
        }
      }
    }
    return false
  }

  /// `true` if the text is the name with no more than usual before and behind, the name's own digits and signs included.
  private static func isOwnName(_ text: UnsafeRawBufferPointer, _ name: AccountName) -> Bool {
    let own = Array(name.text.utf8)
    guard own.count <= text.count else { return false }
    return (0...(text.count - own.count)).contains { start in
      let end = start + own.count
      return text[start..<end].elementsEqual(own) && isUsualAffix(text[..<start]) && isUsualAffix(text[end...])
    }
  }

  private static func holdsWord(_ text: UnsafeRawBufferPointer, _ own: [UInt64]) -> Bool {
    func isWord(_ part: Slice<UnsafeRawBufferPointer>) -> Bool {
      let digest = digest(of: part)
      return words.contains(digest) || own.contains(digest)
    }
    if isWord(text[...]) { return true }
    let half = text.count / 2
    if text.count % 2 == 0, half > 2, text[..<half].elementsEqual(text[half...]), isWord(text[half...]) { return true }
    return usualBeginnings.contains { beginning in
      text.count > beginning.utf8.count && text.starts(with: beginning.utf8) && isWord(text[beginning.utf8.count...])
    }
  }

  /// The text without what usually stands before and behind a word, in all ways in which that can be taken off.
  private static func cores(of text: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    let starts = (0...min(text.count, affixLimit)).filter { isUsualAffix(text[..<$0]) }
    let ends = (max(0, text.count - affixLimit)...text.count).filter { isUsualAffix(text[$0...]) }
    return starts.flatMap { start in ends.filter { $0 > start }.map { text[start..<$0] } }
  }

  private static let affixLimit = 12

  /// `true` if bytes before or behind a word make it no harder to guess.
  private static func isUsualAffix(_ part: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard part.allSatisfy({ $0 < 0x80 && !isLetter($0) }) else { return false }
    return part.count <= 5 || KeyRows.compose(UnsafeRawBufferPointer(rebasing: part))
      || part.count <= affixLimit && isDate(UnsafeRawBufferPointer(rebasing: part))
  }

  // MARK: Shapes

  private static func isRepetition(_ text: UnsafeRawBufferPointer) -> Bool {
    (1...4).contains { period in
      text.count >= 2 * period && text.indices.dropFirst(period).allSatisfy { text[$0] == text[$0 - period] }
    }
  }

  /// `true` if the text is eight digits that are a day of the last or this century, in whichever order.
  private static func isDate(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count == 8, text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return false
    }
    let digits = text.map { Int($0 - UInt8(ascii: "0")) }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    func isDay(_ day: Int, _ month: Int, _ year: Int) -> Bool {
      (1...31).contains(day) && (1...12).contains(month) && (1900...2099).contains(year)
    }
    return isDay(number(0..<2), number(2..<4), number(4..<8)) || isDay(number(2..<4), number(0..<2), number(4..<8))
      || isDay(number(6..<8), number(4..<6), number(0..<4))
  }

  // MARK: Bytes

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  /// The letter that a digit or sign looks like; `one` is what `1` and `!` are taken for.
  private static func letter(_ byte: UInt8, one: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "1"), UInt8(ascii: "!"), UInt8(ascii: "|"): one
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    case UInt8(ascii: "7"): UInt8(ascii: "t")
    default: byte
    }
  }

  /// The FNV-1a digest of bytes, by which words are known: no copy of a part of a password has to be made to look it up.
  private static func digest(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private static let words = Set(CommonWords.text.split { $0 == " " || $0 == "\n" }.map { digest(of: $0.utf8) })
}

/// Rows in which keys, letters and digits stand.
enum KeyRows {
  private static let rows = [
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "1234567890-=", "!@#$%^&*()_+", "!\"#$%&'()=", "qwertyuiop[]",
    "asdfghjkl;'", "zxcvbnm,./", "qwertzuiopü", "yxcvbnm,.-", "azertyuiop", "qsdfghjklm", "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p", "qazwsxedcrfvtgbyhnujmikolp", "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0", "147258369", "159753", "789456123", "987654321012", "02468", "13579", "qweasdzxc",
    "1234qwerasdfzxcv", "123qweasdzxc", "!qaz@wsx#edc$rfv",
  ].flatMap { [Array($0.utf8), $0.utf8.reversed()] }

  /// `true` if a text consists of nothing but pieces of rows, each of at least three keys, or of one key again and again.
  static func compose(_ text: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < text.count {
      let rest = UnsafeRawBufferPointer(rebasing: text[start...])
      let length = max(
        rows.map { longestPiece(of: $0, beginning: rest) }.max() ?? 0, rest.prefix { $0 == rest[0] }.count)
      guard length >= 3 else { return false }
      start += length
    }
    return text.count > 0
  }

  /// The length of the longest piece of a row that a text begins with.
  private static func longestPiece(of row: [UInt8], beginning text: UnsafeRawBufferPointer) -> Int {
    var longest = 0
    for start in row.indices {
      var length = 0
      while start + length < row.count, length < text.count, row[start + length] == text[length] { length += 1 }
      longest = max(longest, length)
    }
    return longest
  }
}
