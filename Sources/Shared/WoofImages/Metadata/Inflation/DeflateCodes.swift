// SPDX-License-Identifier: Apache-2.0

/// The two codes of a Deflate block: of literals and lengths, and of distances (RFC 1951 §3.2.5 to §3.2.7).
struct DeflateCodes {
  let literals: PrefixCode
  private let distances: PrefixCode

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let mostDistances = 30

  private init?(literals: some Collection<Int>, distances: some Collection<Int>) {
    guard let literals = PrefixCode(literals), let distances = PrefixCode(distances) else { return nil }
    self.literals = literals
    self.distances = distances
  }

  /// The codes that a block may have without describing them.
  static let fixed = DeflateCodes(
    literals: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 },
    distances: [Int](repeating: 5, count: mostDistances))

  /// Reads the codes that a block describes; `nil` where they are damaged.
  init?(_ reader: inout BitReader) {
    guard let literalCount = reader.bits(5), let distanceCount = reader.bits(5), let orderCount = reader.bits(4) else {
      return nil
    }
    var orderLengths = [Int](repeating: 0, count: Self.lengthOrder.count)
    for symbol in Self.lengthOrder.prefix(orderCount + 4) {
      guard let length = reader.bits(3) else { return nil }
      orderLengths[symbol] = length
    }
    let total = literalCount + 257 + distanceCount + 1
    guard let code = PrefixCode(orderLengths), let lengths = Self.lengths(total, code, &reader) else { return nil }
    self.init(literals: lengths.prefix(literalCount + 257), distances: lengths.dropFirst(literalCount + 257))
  }

  /// The length that a symbol of 257 and more stands for; `nil` where it stands for none.
  static func length(_ symbol: Int, _ reader: inout BitReader) -> Int? {
    let index = symbol - 257
    guard lengthBases.indices.contains(index), let extra = reader.bits(lengthBits[index]) else { return nil }
    return lengthBases[index] + extra
  }

  /// The next distance.
  func distance(_ reader: inout BitReader) -> Int? {
    guard let symbol = distances.symbol(&reader), symbol < Self.mostDistances else { return nil }
    let bits = max(0, symbol / 2 - 1)
    guard let extra = reader.bits(bits) else { return nil }
    return (symbol < 4 ? symbol : (2 + symbol % 2) << bits) + 1 + extra
  }

  private static func lengths(_ total: Int, _ code: PrefixCode, _ reader: inout BitReader) -> [Int]? {
    var lengths: [Int] = []
    while lengths.count < total {
      guard let symbol = code.symbol(&reader) else { return nil }
      var (value, repeats) = (symbol, Optional(1))
      switch symbol {
      case 16:
        guard let last = lengths.last else { return nil }
        (value, repeats) = (last, reader.bits(2).map { $0 + 3 })
      case 17: (value, repeats) = (0, reader.bits(3).map { $0 + 3 })
      case 18: (value, repeats) = (0, reader.bits(7).map { $0 + 11 })
      default: break
      }
      guard let repeats, repeats <= total - lengths.count else { return nil }
      lengths.append(contentsOf: repeatElement(value, count: repeats))
    }
    return lengths
  }
}

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
