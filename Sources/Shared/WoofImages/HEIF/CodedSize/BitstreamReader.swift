// SPDX-License-Identifier: Apache-2.0

/// Reads bits, the highest of each byte first, as video codings pack them.
struct BitstreamReader {
  /// The bits end.
  struct Ended: Error {}

  private let bytes: [UInt8]
  /// The number of bits that were read so far.
  private var position = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The next so many bits as a number, no more than 32.
  mutating func bits(_ count: Int) throws(Ended) -> Int {
    guard count <= bytes.count * 8 - position else { throw Ended() }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  mutating func flag() throws(Ended) -> Bool { try bits(1) == 1 }

  mutating func skip(_ count: Int) throws(Ended) {
    guard count <= bytes.count * 8 - position else { throw Ended() }
    position += count
  }

  /// An Exp-Golomb code (ITU-T H.265 §9.2): so many zeros, a one, and as many bits.
  mutating func exponentialGolomb() throws(Ended) -> Int {
    var zeros = 0
    while try !flag() {
      zeros += 1
      guard zeros <= 31 else { throw Ended() }
    }
    return try (1 << zeros) - 1 + bits(zeros)
  }
}
