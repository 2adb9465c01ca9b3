// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@Suite struct WipedBytesTests {
  private func text(_ bytes: WipedBytes) -> String {
    bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `text comes back unchanged`() {
    for word in ["", "woof", "pässwörd 🐕"] { #expect(text(WipedBytes(word)) == word) }
  }

  @Test func `bytes beyond the capacity are refused`() {
    let bytes = WipedBytes(capacity: 3)
    #expect(bytes.append(UInt8(ascii: "a")))
    #expect(!Array("bcd".utf8).withUnsafeBytes { bytes.append(contentsOf: $0) })
    #expect(Array("bc".utf8).withUnsafeBytes { bytes.append(contentsOf: $0) })
    #expect(!bytes.append(UInt8(ascii: "d")))
    #expect(text(bytes) == "abc")
  }

  @Test func `bytes that are not text are recognised`() {
    #expect(WipedBytes("").isUTF8 && WipedBytes("pässwörd 🐕").isUTF8)
    for bytes in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      #expect(!bytes.withUnsafeBytes { WipedBytes(copying: $0) }.isUTF8)
    }
  }

  @Test func `printing shows none of the bytes`() {
    let bytes = WipedBytes("woof")
    var dumped = ""
    dump(bytes, to: &dumped)
    for text in ["\(bytes)", String(reflecting: bytes), dumped, "\([bytes])"] {
      #expect(!text.contains("woof") && !text.contains("119"))
    }
  }

  @Test func `a hash of bytes is one of the text that they spell`() throws {
    let cost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)
    let hash = try PasswordHash(hashing: WipedBytes("tail wagging"), cost: cost)
    #expect(try hash.matches("tail wagging"))
    #expect(try hash.matches(WipedBytes("tail wagging")))
    #expect(try !hash.matches(WipedBytes("tail wagginG")))
  }

  @Test func `a tag of bytes is that of an array with the same bytes`() {
    let key = MessageAuthenticator(key: [1, 2, 3])
    #expect(key.tag(for: WipedBytes("woof")) == key.tag(for: Array("woof".utf8)))
  }
}
