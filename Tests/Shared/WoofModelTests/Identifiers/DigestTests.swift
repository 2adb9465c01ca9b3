// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@Suite struct DigestTests {
  private let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 201) }
  private let abc: [UInt8] = [
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61,
    0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
  ]

  @Test func `a digest gives back the bytes it was made of`() throws {
    #expect(try #require(Digest(bytes)).bytes == bytes)
    #expect(try #require(Digest(bytes.lazy.map(\.self))).bytes == bytes)
    #expect(try #require(Digest(([0] + bytes).dropFirst())).bytes == bytes)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func `any number of bytes but 32 is refused`(count: Int) {
    #expect(Digest([UInt8](repeating: 7, count: count)) == nil)
  }

  @Test func `the texts of the digest of abc are those of other programs`() throws {
    let digest = try #require(Digest(abc))
    #expect(digest.description == "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
    #expect(digest.standardBase64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    #expect(digest.hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `the text of a digest reads back as the same digest`() throws {
    let digest = try #require(Digest(bytes))
    #expect(Digest(digest.description) == digest)
    var written: [UInt8] = []
    digest.write(to: &written)
    #expect(String(decoding: written, as: UTF8.self) == digest.description)
  }

  @Test(arguments: [
    "", "sha256-", "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0",
    "SHA256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0=",
    "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa1",
    "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa", "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0A",
  ])
  func `a text that is not exactly a digest is refused`(text: String) {
    #expect(Digest(text) == nil)
  }

  @Test func `digests that differ in one bit are not equal`() throws {
    let digest = try #require(Digest(bytes))
    for bit in 0..<256 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Digest(changed) != digest)
    }
  }

  @Test func `JSON holds the text, and a malformed one is refused`() throws {
    let digest = try #require(Digest(abc))
    let json = "[\"\(digest)\"]"
    #expect(String(decoding: try JSONEncoder().encode([digest]), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode([Digest].self, from: Data(json.utf8)) == [digest])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Digest].self, from: Data("[\"sha256-x\"]".utf8)) }
  }
}
