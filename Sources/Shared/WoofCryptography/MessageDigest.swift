// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A running digest by one of libcrypto's algorithms: what ``SHA256`` and ``SHA512`` have in common.
struct MessageDigest: ~Copyable, Sendable {
  private nonisolated(unsafe) let context: OpaquePointer  // owned by this value, which cannot be copied

  /// Starts a digest.
  ///
  /// - Throws: ``CryptographyError`` where libcrypto cannot start one, which means that memory has run out.
  init(_ algorithm: OpaquePointer?) throws(CryptographyError) {
    guard let context = EVP_MD_CTX_new() else { throw CryptographyError("EVP_MD_CTX_new") }
    guard EVP_DigestInit_ex(context, algorithm, nil) == 1 else {
      EVP_MD_CTX_free(context)
      throw CryptographyError("EVP_DigestInit_ex")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next bytes.
  mutating func update(_ bytes: RawSpan) {
    // Fails only for a context that was never started.
    bytes.withUnsafeBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// Returns the digest of all that was taken.
  ///
  /// - Parameter byteCount: The length of the algorithm's digests.
  consuming func finish(byteCount: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var written: UInt32 = 0
      EVP_DigestFinal_ex(context, buffer.baseAddress, &written)
      count = Int(written)
    }
  }

  /// Returns the digest of bytes that are all there.
  static func digest(of bytes: [UInt8], by algorithm: OpaquePointer?, byteCount: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var written: UInt32 = 0
      EVP_Digest(bytes, bytes.count, buffer.baseAddress, &written, algorithm, nil)
      count = Int(written)
    }
  }
}
