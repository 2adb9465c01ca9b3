// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The digests of a `Repr-Digest` or `Content-Digest` field (RFC 9530).
package struct HTTPDigestField: Hashable, Sendable {
  /// The SHA-256 where the field has one: 32 bytes, if it is well-formed.
  package let sha256: [UInt8]?
  /// The SHA-512 where the field has one: 64 bytes, if it is well-formed.
  package let sha512: [UInt8]?
  /// `true` if the field also has digests of algorithms other than SHA-256 and SHA-512.
  package let hasOtherAlgorithms: Bool

  /// `true` if the field has no digest at all.
  package let isEmpty: Bool

  /// Reads the value of a digest field, all its lines joined by commas; `nil` where it is no dictionary of byte sequences
  /// (RFC 9651). The digests may have any length.
  package init?(parsing value: ArraySlice<UInt8>) {
    guard let members = StructuredFieldParser.dictionary(value) else { return nil }
    for member in members.values {
      guard case .item(.bytes) = member else { return nil }
    }
    func digest(_ algorithm: String) -> [UInt8]? {
      guard case .item(.bytes(let digest))? = members[algorithm] else { return nil }
      return digest
    }
    sha256 = digest("sha-256")
    sha512 = digest("sha-512")
    isEmpty = members.isEmpty
    hasOtherAlgorithms = members.count > (sha256 == nil ? 0 : 1) + (sha512 == nil ? 0 : 1)
  }

  /// The value of a field that states a SHA-256.
  package static func value(sha256: some Collection<UInt8>) -> String {
    "sha-256=:\(Base64.encode(sha256, as: .standard)):"
  }
}
