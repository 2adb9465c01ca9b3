// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// Comparisons whose duration reveals nothing about the compared values.
package enum ConstantTime {
  /// Returns `true` if two runs of bytes are equal. The duration reveals only whether their lengths differ.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }
}
