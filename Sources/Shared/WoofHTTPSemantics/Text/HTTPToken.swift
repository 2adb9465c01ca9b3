// SPDX-License-Identifier: Apache-2.0

/// The bytes of tokens and of other text of the protocol (RFC 9110 §5.6).
@usableFromInline
package enum HTTPToken {
  /// Returns `true` if a token may hold the byte.
  @inlinable
  package static func isTokenByte(_ byte: UInt8) -> Bool { ASCIISet.token.contains(byte) }

  /// The byte, an ASCII letter in upper case turned into lower case.
  @inlinable
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Returns `true` if the byte is a space or a tab, the whitespace that may stand around values (RFC 9110 §5.6.3).
  @inlinable
  package static func isWhitespace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
