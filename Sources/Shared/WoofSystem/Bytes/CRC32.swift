// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check of 32 bits that PNG, gzip and Ethernet use (ISO 3309, PNG §5.5): reflected, with the
/// polynomial 0x04C11DB7.
package struct CRC32: Sendable {
  private var remainder: UInt32 = .max

  /// Starts a check of no bytes.
  package init() {}

  /// The check value of the bytes so far; 0 where there are none.
  package var value: UInt32 { ~remainder }

  /// Returns the check value of a run of bytes.
  package static func value(of bytes: [UInt8]) -> UInt32 {
    var check = CRC32()
    check.update(bytes.span.bytes)
    return check.value
  }

  /// Takes the next bytes, sixteen at a time.
  package mutating func update(_ bytes: RawSpan) {
    var offset = 0
    while bytes.byteCount - offset >= 16 {
      let first = Self.word(bytes, offset) ^ UInt64(remainder)
      let second = Self.word(bytes, offset + 8)
      remainder = Self.shifted(first, by: 8) ^ Self.shifted(second, by: 0)
      offset += 16
    }
    while offset < bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // any bits are a UInt8
      let index = Int(UInt8(truncatingIfNeeded: remainder) ^ byte)
      remainder = Self.tables[index] ^ remainder >> 8
      offset += 1
    }
  }

  @inline(__always)
  private static func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))  // any bits are a UInt64
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
