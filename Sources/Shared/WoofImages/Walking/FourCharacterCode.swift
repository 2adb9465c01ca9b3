// SPDX-License-Identifier: Apache-2.0

/// The name of a chunk or box: four characters, the first in the highest byte.
struct FourCharacterCode: RawRepresentable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(stringLiteral text: StaticString) {
    rawValue = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The four bytes, the first in the file first.
  var bytes: InlineArray<4, UInt8> {
    [UInt8(rawValue >> 24), UInt8(rawValue >> 16 & 255), UInt8(rawValue >> 8 & 255), UInt8(rawValue & 255)]
  }

  /// Returns `true` if each of the four bytes satisfies the condition.
  func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
    bytes.indices.allSatisfy { condition(bytes[$0]) }
  }

  /// The four characters, fit to be shown: what is not printable ASCII is shown as a question mark.
  var description: String {
    String(decoding: bytes.indices.map { (0x20...0x7E).contains(bytes[$0]) ? bytes[$0] : 0x3F }, as: UTF8.self)
  }
}
