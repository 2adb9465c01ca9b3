/// A canonical prefix code, as Deflate describes it by the lengths of its words (RFC 1951 §3.2.2).
struct PrefixCode {
  /// The number of words of each length, which is the index; 0 to 15 bits.
  private var counts = [Int](repeating: 0, count: longest + 1)
  /// The symbols in the order of their words.
  private var symbols: [Int]

  private static let longest = 15

  /// Makes the code in which each symbol's word has the length given, 0 to 15, and those of length 0 have none; `nil`
  /// where there are more words than fit.
  init?(_ lengths: some Collection<Int>) {
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var room = 1
    for count in counts.dropFirst() {
      room = room * 2 - count
      if room < 0 { return nil }
    }
    var next = [Int](repeating: 0, count: Self.longest + 1)
    for length in 1..<Self.longest { next[length + 1] = next[length] + counts[length] }
    symbols = [Int](repeating: 0, count: counts.reduce(0, +))
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[length]] = symbol
      next[length] += 1
    }
  }

  /// The next symbol; `nil` where the bits are no word or end.
  func symbol(_ reader: inout BitReader) -> Int? {
    var (word, first, index) = (0, 0, 0)
    for length in 1...Self.longest {
      guard let bit = reader.bits(1) else { return nil }
      word |= bit
      let count = counts[length]
      if word - first < count { return symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    return nil
  }
}
