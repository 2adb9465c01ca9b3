// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// MD5 (RFC 1321), computed by libcrypto, for protocols that ask for it.
///
/// It finds damage on the way. It proves nothing to whoever must expect an attacker, who can make two texts of one digest.
package enum MD5 {
  /// The number of bytes in a digest.
  package static let byteCount = 16

  /// The digest of bytes that are all there.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    MessageDigest.digest(of: bytes, by: EVP_md5(), byteCount: byteCount)
  }
}
