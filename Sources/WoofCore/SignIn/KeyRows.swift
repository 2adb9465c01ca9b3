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
