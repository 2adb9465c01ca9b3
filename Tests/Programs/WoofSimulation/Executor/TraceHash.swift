// SPDX-License-Identifier: Apache-2.0

/// A hash of everything that happened (FNV-1a of 64 bits): two histories with the same hash were the same.
struct TraceHash: Hashable, Sendable, CustomStringConvertible {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a number.
  mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x100_0000_01B3
    value ^= value >> 29
  }

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    add(0)
  }

  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
