// SPDX-License-Identifier: Apache-2.0

/// Reads bits, the lowest of each byte first, as Deflate packs them (RFC 1951 §3.1.1).
struct BitReader {
  private let bytes: [UInt8]
  private var position: Int
  private var held: UInt32 = 0
  private var heldCount = 0

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next so many bits as a number, no more than 16; `nil` where the bytes end.
  mutating func bits(_ count: Int) -> Int? {
    while heldCount < count {
      guard position < bytes.count else { return nil }
      held |= UInt32(bytes[position]) << UInt32(heldCount)
      position += 1
      heldCount += 8
    }
    defer {
      held >>= UInt32(count)
      heldCount -= count
    }
    return Int(held & (1 << UInt32(count) - 1))
  }

  /// Passes over the remaining bits of a byte.
  mutating func alignToByte() {
    held >>= UInt32(heldCount & 7)
    heldCount &= ~7
  }
}
