// SPDX-License-Identifier: Apache-2.0

/// The CRC-32 that closes every PNG chunk (PNG §5.5, ISO 3309).
struct CyclicRedundancyCheck {
  private var remainder: UInt32 = .max

  /// The check value of the bytes so far.
  var value: UInt32 { ~remainder }

  /// Takes the next bytes, sixteen at a time.
  mutating func update(_ bytes: RawSpan) {
    var offset = 0
    while bytes.byteCount - offset >= 16 {
      let first = bytes.littleEndian(UInt64.self, at: offset) ^ UInt64(remainder)
      let second = bytes.littleEndian(UInt64.self, at: offset + 8)
      remainder = Self.shifted(first, by: 8) ^ Self.shifted(second, by: 0)
      offset += 16
    }
    while offset < bytes.byteCount {
      let index = Int(UInt8(truncatingIfNeeded: remainder) ^ bytes.byte(at: offset))
      remainder = Self.tables[index] ^ remainder >> 8
      offset += 1
    }
  }

  /// Returns the contribution of eight bytes to the remainder if `following` more of the sixteen come after them.
  @inline(__always)
  private static func shifted(_ word: UInt64, by following: Int) -> UInt32 {
    @inline(__always)
    func entry(_ index: Int) -> UInt32 {
      tables[(following + 7 - index) * 256 + Int(UInt8(truncatingIfNeeded: word >> UInt64(index * 8)))]
    }
    return (entry(0) ^ entry(1)) ^ (entry(2) ^ entry(3)) ^ (entry(4) ^ entry(5)) ^ (entry(6) ^ entry(7))
  }

  /// Sixteen tables of 256 entries: the contributions of a byte with none, one, … of the sixteen bytes behind it.
  private static let tables: InlineArray<4096, UInt32> = {
    var tables = InlineArray<4096, UInt32>(repeating: 0)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
    for index in 256..<4096 {
      let previous = tables[index - 256]
      tables[index] = tables[Int(previous & 255)] ^ previous >> 8
    }
    return tables
  }()
}
