// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel
internal import WoofSystem

/// The digests that the sender of bytes announced for them (RFC 9530, and tus 1.0.0, “Checksum”). Each of them has to hold.
package struct AnnouncedDigests: Hashable, Sendable {
  /// The SHA-256 of the bytes; `nil` where none was announced.
  package var sha256: Digest?
  /// The 64 bytes of the SHA-512.
  package var sha512: [UInt8]?
  /// The 20 bytes of the SHA-1, which only tus announces.
  package var sha1: [UInt8]?

  /// Makes digests; none by default.
  package init(sha256: Digest? = nil, sha512: [UInt8]? = nil, sha1: [UInt8]? = nil) {
    self.sha256 = sha256
    self.sha512 = sha512
    self.sha1 = sha1
  }

  /// `true` if no digest was announced.
  package var isEmpty: Bool { sha256 == nil && sha512 == nil && sha1 == nil }

  /// Adds what was announced of the same bytes in another place.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `digest-mismatch` where no bytes can have both.
  package mutating func formUnion(_ other: AnnouncedDigests) throws(WoofError) {
    if let (mine, theirs) = both(sha256, other.sha256), mine != theirs {
      throw Self.mismatch(expected: mine.description, actual: theirs.description)
    }
    if let (mine, theirs) = both(sha512, other.sha512), mine != theirs {
      throw Self.mismatch(expected: Self.text(sha512: mine), actual: Self.text(sha512: theirs))
    }
    sha256 = sha256 ?? other.sha256
    sha512 = sha512 ?? other.sha512
  }

  /// Compares what was announced with what arrived.
  ///
  /// - Parameters:
  ///   - sha256: The SHA-256 of the bytes, where one was announced.
  ///   - sha512: The SHA-512 of the bytes, where one was announced.
  ///   - sha1: The SHA-1 of the bytes, where one was announced; none by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `digest-mismatch`; `internal` where the digest of an algorithm that
  ///   was announced is missing.
  package func check(
    sha256 actual256: Digest?, sha512 actual512: [UInt8]?, sha1 actual1: [UInt8]? = nil
  ) throws(WoofError) {
    if let sha256, sha256 != actual256 {
      throw Self.mismatch(expected: sha256.description, actual: try Self.known(actual256).description)
    }
    if let sha512, sha512 != actual512 {
      throw Self.mismatch(
        expected: Self.text(sha512: sha512), actual: Self.text(sha512: try Self.known(actual512)))
    }
    if let sha1, sha1 != actual1 {
      throw Self.mismatch(expected: Self.text(sha1: sha1), actual: Self.text(sha1: try Self.known(actual1)))
    }
  }

  private func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
    guard let first, let second else { return nil }
    return (first, second)
  }

  private static func known<Value>(_ digest: Value?) throws(WoofError) -> Value {
    guard let digest else { throw WoofError(.internal, "A digest that was announced has not been computed.") }
    return digest
  }

  private static func text(sha512: [UInt8]) -> String { "sha512-\(Base64.encode(sha512, as: .url))" }

  private static func text(sha1: [UInt8]) -> String { "sha1-\(Base64.encode(sha1, as: .url))" }

  private static func mismatch(expected: String, actual: String) -> WoofError {
    WoofError(
      .digestMismatch, "The bytes that arrived do not have the digest that was announced; send them again.",
      details: ["expected": .string(expected), "actual": .string(actual)])
  }
}

/// Compares bytes, as they come, with the digests that were announced for them.
package final class DigestCheck: @unchecked Sendable {  // fed by one task at a time, one piece after the other
  private let digests: AnnouncedDigests
  private var sha256: SHA256?
  private var sha512: SHA512?
  private var sha1: SHA1?

  /// Starts a check; `nil` where nothing was announced.
  ///
  /// - Throws: ``WoofCryptography/CryptographyError`` where memory has run out.
  package init?(_ digests: AnnouncedDigests) throws {
    if digests.isEmpty { return nil }
    self.digests = digests
    if digests.sha256 != nil { sha256 = try SHA256() }
    if digests.sha512 != nil { sha512 = try SHA512() }
    if digests.sha1 != nil { sha1 = try SHA1() }
  }

  /// Starts a check that tells the SHA-256 of the bytes, announced or not.
  ///
  /// - Throws: ``WoofCryptography/CryptographyError`` where memory has run out.
  package init(telling digests: AnnouncedDigests) throws {
    self.digests = digests
    sha256 = try SHA256()
    if digests.sha512 != nil { sha512 = try SHA512() }
  }

  /// Takes the next bytes.
  package func update(_ bytes: RawSpan) {
    sha256?.update(bytes)
    sha512?.update(bytes)
    sha1?.update(bytes)
  }

  /// Ends the bytes, once.
  ///
  /// - Returns: Their SHA-256, where it was computed.
  /// - Throws: ``WoofModel/WoofError`` with the code `digest-mismatch`.
  @discardableResult package func finish() throws(WoofError) -> Digest? {
    var (actual256, actual512, actual1): (Digest?, [UInt8]?, [UInt8]?) = (nil, nil, nil)
    if let hash = sha256.take() { actual256 = Digest(hash.finish()) }
    if let hash = sha512.take() { actual512 = hash.finish() }
    if let hash = sha1.take() { actual1 = hash.finish() }
    try digests.check(sha256: actual256, sha512: actual512, sha1: actual1)
    return actual256
  }
}
