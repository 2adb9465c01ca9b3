// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofHTTPSemantics

@Suite struct DigestFieldTests {
  private static let digest = [UInt8](0..<32)
  private static let value = "sha-256=:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=:"

  private func read(_ values: String...) throws(HTTPMalformedField) -> HTTPDigestField? {
    var fields = HTTPFields()
    for value in values { fields.append(.reprDigest, value) }
    return try HTTPDigestField(fields, .reprDigest)
  }

  @Test func `a digest is written and read`() throws {
    #expect(HTTPDigestField.value(sha256: Self.digest) == Self.value)
    #expect(try read(Self.value)?.sha256 == Self.digest)
    #expect(try read(Self.value)?.hasOtherAlgorithms == false)
  }

  @Test func `padding and parameters may differ`() throws {
    #expect(try read(" sha-256=:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8:;a;b=1; c=\"d\" ")?.sha256 == Self.digest)
  }

  @Test func `a request can have no digest`() throws {
    #expect(try read() == nil)
    #expect(try read("") == nil)
  }

  @Test func `digests of other algorithms are recognised`() throws {
    #expect(try read("md5=:YWJj:")?.sha256 == nil)
    #expect(try read("md5=:YWJj:")?.hasOtherAlgorithms == true)
    let both = try read("md5=:YWJj:, " + Self.value)
    #expect(both?.sha256 == Self.digest)
    #expect(both?.hasOtherAlgorithms == true)
  }

  @Test func `SHA-512 is read beside SHA-256`() throws {
    let long = [UInt8](0..<64)
    let text =
      "sha-512=:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==:"
    #expect(try read(text)?.sha512 == long)
    #expect(try read(text)?.sha256 == nil)
    let both = try read(text, Self.value)
    #expect(both?.sha512 == long)
    #expect(both?.sha256 == Self.digest)
    #expect(both?.hasOtherAlgorithms == false)
  }

  @Test func `a field can come in several lines, and the last of a name counts`() throws {
    #expect(try read("md5=:YWJj:", Self.value)?.sha256 == Self.digest)
    #expect(try read("sha-256=:YWJj:", Self.value)?.sha256 == Self.digest)
    #expect(throws: HTTPMalformedField(name: .reprDigest)) { try read(Self.value, "sha-256=:YWJj:") }
  }

  @Test(arguments: [
    "sha-256", "sha-256=", "sha-256=abc", "sha-256=\"abc\"", "sha-256=:YWJj:", "sha-256=:YW%j:", "sha-256=:YWJj",
    "SHA-256=:YWJj:", "sha-256=:YWJj:,", ",sha-512=:YWJj:", "sha-512=:YWJj: sha-256=:YWJj:", "sha-512=(:YWJj:)",
    "sha-512=?1", "=:YWJj:", "sha-512 =:YWJj:", "sha-512=:Y:", "sha-512=:YWJj=:", "sha-512=:YWJj:",
  ])
  func `a malformed field is refused`(value: String) {
    #expect(throws: HTTPMalformedField(name: .reprDigest)) { try read(value) }
  }
}

@Suite struct StructuredStringTests {
  private func read(_ values: String...) throws(HTTPMalformedField) -> String? {
    var fields = HTTPFields()
    for value in values { fields.append(.idempotencyKey, value) }
    return try fields.structuredString(of: .idempotencyKey)
  }

  @Test func `a string is read without its quotes`() throws {
    #expect(try read("\"8e03978e\"") == "8e03978e")
    #expect(try read("  \"a b\";p=1; q ") == "a b")
    #expect(try read(#""a\"b\\c""#) == #"a"b\c"#)
    #expect(try read("\"\"") == "")
    #expect(try read() == nil)
  }

  @Test(arguments: [
    "", "abc", "\"abc", "abc\"", "\"a\"b", "\"a\" \"b\"", "\"a\", \"b\"", #""a\b""#, "\"é\"", "12", ":YWJj:", "?1",
    "'a'",
    "\"a\";", "\"a\";P", "\"a\tb\"", #""a\"#,
  ])
  func `a malformed string is refused`(value: String) {
    #expect(throws: HTTPMalformedField(name: .idempotencyKey)) { try read(value) }
  }

  @Test func `two fields are malformed`() {
    #expect(throws: HTTPMalformedField(name: .idempotencyKey)) { try read("\"a\"", "\"a\"") }
  }
}
