// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
internal import WoofModel
internal import WoofSystem

/// Names an upload that can be resumed, in its address: 128 random bits that nobody can guess.
package struct UploadID: Hashable, Sendable, CustomStringConvertible {
  private static let byteCount = 16

  /// The bits, as 32 hexadecimal digits in lower case.
  package let description: String

  /// Makes a new id.
  package init(random: some RandomSource) {
    description = Hexadecimal.text(of: random.bytes(Self.byteCount))
  }

  /// Makes the id of what parts of a photo become together, always the same for the same parts in the same order.
  init(joining parts: [UploadID]) {
    let digest = SHA256.digest(of: Array(parts.map(\.description).joined(separator: " ").utf8))
    description = Hexadecimal.text(of: Array(digest.prefix(Self.byteCount)))
  }

  /// Reads the digits; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 2 * Self.byteCount,
      text.utf8.allSatisfy({ Hexadecimal.lowerCaseValue(of: $0) != nil })
    else { return nil }
    description = String(text)
  }

  /// The bits, as 16 bytes.
  package var bytes: [UInt8] {
    let digits = description.utf8.compactMap { Hexadecimal.lowerCaseValue(of: $0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Makes the id of its 16 bytes; `nil` for any other number of them.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    description = Hexadecimal.text(of: bytes)
  }
}
