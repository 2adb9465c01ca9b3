// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofSystem

@Suite struct CRC32Tests {
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("IEND", 0xAE42_6082), ("a", 0xE8B7_BE43),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func `known texts have their published check values`(text: String, value: UInt32) {
    #expect(CRC32.value(of: Array(text.utf8)) == value)
  }

  @Test func `bytes that come in pieces have the value of the whole`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
    for cut in 0...bytes.count {
      var check = CRC32()
      check.update(bytes.span.extracting(0..<cut).bytes)
      check.update(bytes.span.extracting(cut..<bytes.count).bytes)
      #expect(check.value == CRC32.value(of: bytes), "cut at \(cut)")
    }
  }

  @Test func `the value is that of the definition, bit by bit, for every length up to 100`() {
    for count in 0...100 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + count) }
      #expect(CRC32.value(of: bytes) == definition(bytes), "\(count) bytes")
    }
  }

  private func definition(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { remainder, byte in
      (0..<8).reduce(remainder ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
  }
}
