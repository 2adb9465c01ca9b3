// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// Makes and checks HMAC-SHA-256 tags (RFC 2104) under one key.
package struct MessageAuthenticator: Sendable {
  private let key: PreparedKey

  /// Makes an authenticator of a key, best one of 32 random bytes.
  package init(key: [UInt8]) { self.key = PreparedKey(key) }

  /// The 32 bytes that vouch for `message`; takes about 350 ns for a short one.
  package func tag(for message: [UInt8]) -> [UInt8] { message.withUnsafeBytes { key.tag(for: $0) } }

  /// The 32 bytes that vouch for a `message` of which no copy is to stay in memory.
  package func tag(for message: WipedBytes) -> [UInt8] { message.withUnsafeBytes { key.tag(for: $0) } }

  /// Returns `true` if `tag` is the tag of `message`, whole or cut to at least sixteen bytes; takes constant time.
  package func isValid(_ tag: [UInt8], for message: [UInt8]) -> Bool {
    guard (16...SHA256.byteCount).contains(tag.count) else { return false }
    return ConstantTime.areEqual(tag, Array(self.tag(for: message).prefix(tag.count)))
  }
}

/// A key that has gone through the first block of both hashes of RFC 2104 §2.
///
/// A tag made of copies of them takes a fifth of the time of `HMAC`, which looks its algorithm up by name each time.
private final class PreparedKey: @unchecked Sendable {  // the contexts are only copied from, once they are made
  private static let blockByteCount = 64

  private let inner: OpaquePointer
  private let outer: OpaquePointer

  init(_ key: [UInt8]) {
    let key = key.count > Self.blockByteCount ? SHA256.digest(of: key) : key
    let block = key + [UInt8](repeating: 0, count: Self.blockByteCount - key.count)
    inner = Self.context(after: block.map { $0 ^ 0x36 })
    outer = Self.context(after: block.map { $0 ^ 0x5C })
  }

  deinit {
    EVP_MD_CTX_free(inner)
    EVP_MD_CTX_free(outer)
  }

  func tag(for message: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
      let context = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(context) }
      let isMade =
        EVP_MD_CTX_copy_ex(context, inner) == 1 && EVP_DigestUpdate(context, message.baseAddress, message.count) == 1
        && EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1 && EVP_MD_CTX_copy_ex(context, outer) == 1
        && EVP_DigestUpdate(context, buffer.baseAddress, SHA256.byteCount) == 1
        && EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1
      guard isMade else { Self.giveUp() }
      count = SHA256.byteCount
    }
  }

  private static func context(after block: [UInt8]) -> OpaquePointer {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1,
      EVP_DigestUpdate(context, block, block.count) == 1
    else { giveUp() }
    return context
  }

  private static func giveUp() -> Never {
    // Only a lack of memory leads here, and a tag that vouches for nothing must not be handed out.
    preconditionFailure("SHA-256 cannot be computed: \(CryptographyError("EVP_DigestUpdate"))")
  }
}
