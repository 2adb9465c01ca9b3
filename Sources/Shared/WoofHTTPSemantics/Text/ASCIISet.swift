// SPDX-License-Identifier: Apache-2.0

/// A set of ASCII bytes, asked in a few instructions. Bytes above 127 are never in it.
@usableFromInline
package struct ASCIISet: Sendable {
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// Makes a set of the bit masks of the bytes 0…63 and 64…127. Masks rather than a text, so that the sets below are
  /// constants where they are used and not made at run time; the tests compare them with the texts.
  @inlinable
  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Returns `true` if the byte is in the set.
  @inlinable
  package func contains(_ byte: UInt8) -> Bool {
    let half = byte < 64 ? low : high
    return byte < 128 && (half >> UInt64(byte & 63)) & 1 == 1
  }

  /// The bytes of tokens (RFC 9110 §5.6.2).
  @inlinable
  package static var token: ASCIISet { ASCIISet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
  /// The bytes of paths and queries: `pchar`, `/` and `?` (RFC 3986 §3.3, §3.4).
  @inlinable
  package static var target: ASCIISet { ASCIISet(low: 0xAFFF_FFF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF) }
  /// The bytes that never need an encoding: letters, digits, `-`, `.`, `_` and `~` (RFC 3986 §2.3).
  @inlinable
  package static var unreserved: ASCIISet { ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
  /// The bytes of registered names (RFC 3986 §3.2.2).
  @inlinable
  package static var registeredName: ASCIISet { ASCIISet(low: 0x2BFF_7FF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE) }
  /// The bytes of IPv6 addresses (RFC 3986 §3.2.2).
  @inlinable
  package static var addressLiteral: ASCIISet { ASCIISet(low: 0x07FF_4000_0000_0000, high: 0x0000_007E_0000_007E) }
}
