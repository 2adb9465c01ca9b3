internal import COpenSSL

/// A running SHA-512 (FIPS 180-4), computed by libcrypto.
public struct SHA512: ~Copyable, Sendable {
  /// How many bytes a digest has.
  public static let byteCount = 64

  private nonisolated(unsafe) let context: OpaquePointer  // owned by this value, which cannot be copied

  /// Starts a digest.
  ///
  /// - Throws: ``CryptographyError`` where libcrypto cannot start one, which means that memory has run out.
  public init() throws(CryptographyError) {
    guard let context = EVP_MD_CTX_new() else { throw CryptographyError("EVP_MD_CTX_new") }
    guard EVP_DigestInit_ex(context, EVP_sha512(), nil) == 1 else {
      EVP_MD_CTX_free(context)
      throw CryptographyError("EVP_DigestInit_ex")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next bytes.
  public mutating func update(_ bytes: RawSpan) {
    // Fails only for a context that was never started.
    bytes.withUnsafeBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// The 64 bytes of the digest of all that was taken.
  public consuming func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      var written: UInt32 = 0
      EVP_DigestFinal_ex(context, buffer.baseAddress, &written)
      count = Int(written)
    }
  }

  /// The digest of bytes that are all there.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var written: UInt32 = 0
      EVP_Digest(bytes, bytes.count, buffer.baseAddress, &written, EVP_sha512(), nil)
      count = Int(written)
    }
  }
}
