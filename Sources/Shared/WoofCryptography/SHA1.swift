// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A running SHA-1 (FIPS 180-4), computed by libcrypto, for protocols that ask for it.
///
/// It finds damage on the way. It proves nothing to whoever must expect an attacker, who can make two texts of one digest.
package struct SHA1: ~Copyable, Sendable {
  /// The number of bytes in a digest.
  package static let byteCount = 20

  private var digest: MessageDigest

  /// Starts a digest.
  ///
  /// - Throws: ``CryptographyError`` where libcrypto cannot start one, which means that memory has run out.
  package init() throws(CryptographyError) {
    digest = try MessageDigest(EVP_sha1())
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: RawSpan) { digest.update(bytes) }

  /// The 20 bytes of the digest of all that was taken.
  package consuming func finish() -> [UInt8] { digest.finish(byteCount: Self.byteCount) }

  /// The digest of bytes that are all there.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    MessageDigest.digest(of: bytes, by: EVP_sha1(), byteCount: byteCount)
  }
}
