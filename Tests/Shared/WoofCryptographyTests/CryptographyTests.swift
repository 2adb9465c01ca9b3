// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@Suite struct SHA256Tests {
  @Test func `the digest of abc is the one of FIPS 180-4`() {
    let expected: [UInt8] = [
      0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61,
      0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
    ]
    #expect(SHA256.digest(of: Array("abc".utf8)) == expected)
  }

  @Test func `a digest taken in pieces is the digest of the whole`() throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var running = try SHA256()
    for piece in [bytes[0..<1], bytes[1..<1], bytes[1..<700], bytes[700...]] {
      running.update(Array(piece).span.bytes)
    }
    #expect(running.finish() == SHA256.digest(of: bytes))
  }
}

@Suite struct SHA512Tests {
  @Test func `the digest of abc is the one of FIPS 180-4`() {
    let digest = SHA512.digest(of: Array("abc".utf8))
    #expect(digest.count == SHA512.byteCount)
    #expect(Array(digest.prefix(8)) == [0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba])
    #expect(Array(digest.suffix(8)) == [0x2a, 0x9a, 0xc9, 0x4f, 0xa5, 0x4c, 0xa4, 0x9f])
  }

  @Test func `a digest taken in pieces is the digest of the whole`() throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var running = try SHA512()
    for piece in [bytes[0..<1], bytes[1..<1], bytes[1..<700], bytes[700...]] {
      running.update(Array(piece).span.bytes)
    }
    #expect(running.finish() == SHA512.digest(of: bytes))
  }
}

@Suite struct MD5Tests {
  @Test func `digests are those of RFC 1321`() {
    #expect(MD5.digest(of: Array("abc".utf8)).prefix(4) == [0x90, 0x01, 0x50, 0x98])
    #expect(MD5.digest(of: []).suffix(4) == [0xec, 0xf8, 0x42, 0x7e])
    #expect(MD5.digest(of: []).count == MD5.byteCount)
  }
}

@Suite struct MessageAuthenticatorTests {
  private let authenticator = MessageAuthenticator(key: [1, 2, 3])

  @Test func `tags are those of RFC 4231, for a short key and for one longer than a block`() {
    let short = MessageAuthenticator(key: Array("Jefe".utf8)).tag(for: Array("what do ya want for nothing?".utf8))
    #expect(hexadecimal(short) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = MessageAuthenticator(key: [UInt8](repeating: 0xAA, count: 131))
      .tag(for: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
    #expect(hexadecimal(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  @Test func `a tag verifies its message, whole or cut to sixteen bytes`() {
    let tag = authenticator.tag(for: [9, 8, 7])
    #expect(authenticator.isValid(tag, for: [9, 8, 7]))
    #expect(authenticator.isValid(Array(tag.prefix(16)), for: [9, 8, 7]))
  }

  @Test func `a tag of another message, another key or too few bytes does not verify`() {
    let tag = authenticator.tag(for: [9, 8, 7])
    #expect(!authenticator.isValid(tag, for: [9, 8]))
    #expect(!MessageAuthenticator(key: [1, 2]).isValid(tag, for: [9, 8, 7]))
    #expect(!authenticator.isValid(Array(tag.prefix(15)), for: [9, 8, 7]))
  }
}

@Suite struct PasswordHashTests {
  private let cheap = PasswordHash.Cost(logarithmOfN: 4)

  @Test func `a hash matches its password and no other`() throws {
    let hash = try PasswordHash(hashing: "walkies", cost: cheap)
    #expect(try hash.matches("walkies"))
    #expect(try !hash.matches("Walkies"))
    #expect(try !hash.matches(""))
  }

  @Test func `the text of a hash reads back as the same hash`() throws {
    let hash = try PasswordHash(hashing: "walkies", cost: cheap)
    #expect(PasswordHash(hash.description) == hash)
  }

  @Test func `a decoy matches no password, and has a text that reads back`() throws {
    let decoy = PasswordHash.decoy(cost: cheap)
    #expect(try !decoy.matches(""))
    #expect(PasswordHash(decoy.description) == decoy)
  }

  @Test func `two hashes of one password differ by their salt`() throws {
    #expect(try PasswordHash(hashing: "a", cost: cheap) != PasswordHash(hashing: "a", cost: cheap))
  }

  @Test(arguments: [
    "", "walkies", "$scrypt$ln=4,r=8,p=1$00", "$scrypt$ln=40,r=8,p=1$00$00", "$argon2$ln=4,r=8,p=1$00$00",
    "$scrypt$ln=4,r=8,p=1$zz$00",
  ])
  func `a broken text is not a hash`(_ text: String) {
    #expect(PasswordHash(text) == nil)
  }

  @Test func `a hash at the standard cost fits the memory limit`() throws {
    #expect(try PasswordHash(hashing: "walkies").matches("walkies"))
  }
}
