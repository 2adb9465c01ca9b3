internal import COpenSSL

/// Makes and checks HMAC-SHA-256 tags (RFC 2104) under one key.
public struct MessageAuthenticator: Sendable {
  private let key: [UInt8]

  /// Makes an authenticator of a key, best one of 32 random bytes.
  public init(key: [UInt8]) { self.key = key }

  /// The 32 bytes that vouch for `message`.
  public func tag(for message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
      var written: UInt32 = 0
      HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &written)
      count = Int(written)
    }
  }

  /// Whether `tag`, or a tag cut to at least sixteen bytes, vouches for `message`; in constant time.
  public func isValid(_ tag: [UInt8], for message: [UInt8]) -> Bool {
    guard (16...SHA256.byteCount).contains(tag.count) else { return false }
    return ConstantTime.areEqual(tag, Array(self.tag(for: message).prefix(tag.count)))
  }
}
