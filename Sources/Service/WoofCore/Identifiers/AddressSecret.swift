// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel
internal import WoofSystem

/// The part of an address that nobody can guess, such as that of an upload ticket or a share link: 256 random bits. Only
/// its hash is kept.
package struct AddressSecret: Sendable {
  private static let byteCount = 32
  /// The number of characters of ``text``.
  package static let textByteCount = 43

  /// The bits in Base64 for URLs, without padding.
  package let text: String
  /// The SHA-256 of the bits. As nobody can try all of them, it needs neither salt nor time.
  package let hash: Digest

  /// Makes a new secret.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package init(random: some RandomSource) throws(WoofError) {
    guard let secret = Self(bytes: random.bytes(Self.byteCount)) else {
      throw WoofError(.internal, "A secret has another length than it must.")
    }
    self = secret
  }

  /// Reads the text of a secret; `nil` for anything else.
  package init?(_ text: some Collection<UInt8>) {
    guard text.count == Self.textByteCount, let bytes = Base64.decode(Array(text), as: .url) else { return nil }
    self.init(bytes: bytes)
  }

  private init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, let hash = Digest(SHA256.digest(of: bytes)) else { return nil }
    self.hash = hash
    text = Base64.encode(bytes, as: .url)
  }
}
