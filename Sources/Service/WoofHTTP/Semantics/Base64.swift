// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// Base64 with the standard alphabet and padding (RFC 4648 §4), as credentials and structured fields use it.
enum Base64 {
  /// The bytes that an encoded text stands for; `nil` where it is not exactly what encoding them gives. With
  /// `isLenient`, padding may be left out, and bits that stand for nothing may be set.
  static func decode(_ text: ArraySlice<UInt8>, isLenient: Bool = false) -> [UInt8]? {
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.count % 4 == 0 || isLenient && padding == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    guard let rest = decode(text.dropLast(padding), { bytes.append($0) }) else { return nil }
    if isLenient { return rest.bitCount < 6 ? bytes : nil }
    return rest.isZero && rest.bitCount == UInt32(2 * padding) ? bytes : nil
  }

  /// Decodes like ``decode(_:isLenient:)`` what is to leave no copy in memory; `nil` where it is not exactly what encoding
  /// gives.
  static func decodeSecret(_ text: ArraySlice<UInt8>) -> WipedBytes? {
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.count % 4 == 0 else { return nil }
    let bytes = WipedBytes(capacity: text.count / 4 * 3)
    guard let rest = decode(text.dropLast(padding), { bytes.append($0) }), rest.isZero,
      rest.bitCount == UInt32(2 * padding)
    else { return nil }
    return bytes
  }

  /// Hands over the bytes that characters stand for, and gives the bits that are left; `nil` where one is none of Base64.
  private static func decode(
    _ characters: ArraySlice<UInt8>, _ take: (UInt8) -> Void
  ) -> (bitCount: UInt32, isZero: Bool)? {
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in characters {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      take(UInt8(truncatingIfNeeded: bits >> bitCount))
    }
    return (bitCount, bits & (1 << bitCount - 1) == 0)
  }

  /// The text that stands for some bytes.
  static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> bitCount & 63)])
      }
    }
    if bitCount > 0 { text.append(alphabet[Int(bits << (6 - bitCount) & 63)]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return text
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
