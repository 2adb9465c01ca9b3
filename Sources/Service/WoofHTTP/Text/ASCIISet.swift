// SPDX-License-Identifier: Apache-2.0

/// A set of ASCII bytes, asked in a few instructions. Bytes above 127 are never in it.
package struct ASCIISet: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// Makes a set of the bit masks of the bytes 0…63 and 64…127. Masks rather than a text, so that the sets below are
  /// constants of the binary and not made at run time; the tests compare them with the texts.
  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Returns `true` if the byte is in the set.
  package func contains(_ byte: UInt8) -> Bool {
    let half = byte < 64 ? low : high
    return byte < 128 && (half >> UInt64(byte & 63)) & 1 == 1
  }

  /// The bytes of tokens (RFC 9110 §5.6.2).
  package static let token = ASCIISet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
  /// The bytes of paths and queries: `pchar`, `/` and `?` (RFC 3986 §3.3, §3.4).
  package static let target = ASCIISet(low: 0xAFFF_FFF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  /// The bytes of registered names (RFC 3986 §3.2.2).
  package static let registeredName = ASCIISet(low: 0x2BFF_7FF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  /// The bytes of IPv6 addresses (RFC 3986 §3.2.2).
  package static let addressLiteral = ASCIISet(low: 0x07FF_4000_0000_0000, high: 0x0000_007E_0000_007E)
}
