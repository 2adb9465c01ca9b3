// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A source of random bytes; tests use one that repeats itself.
package protocol RandomSource: Sendable {
  /// Returns `count` bytes that cannot be predicted.
  func bytes(_ count: Int) -> [UInt8]
}

/// The random numbers of libcrypto, fit for keys.
package struct SystemRandomSource: RandomSource {
  /// Makes the source.
  package init() {}

  /// Returns `count` bytes from `RAND_bytes`.
  package func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      guard RAND_bytes(buffer.baseAddress, Int32(count)) == 1 else {
        // Without randomness no key, salt or id is safe, and there is nothing a caller could do about it.
        preconditionFailure("the system has no random numbers: \(CryptographyError("RAND_bytes"))")
      }
      written = count
    }
  }
}

extension RandomSource {
  /// Returns 64 random bits.
  package func word() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
