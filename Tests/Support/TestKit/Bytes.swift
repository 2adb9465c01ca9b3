// SPDX-License-Identifier: Apache-2.0

/// All the parts, one after another.
func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

/// Writes numbers as formats have them.
extension [UInt8] {
  static func big16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
  static func big32(_ number: Int) -> [UInt8] { big16(number >> 16) + big16(number) }
  static func big64(_ number: Int) -> [UInt8] { big32(number >> 32) + big32(number) }
  static func little16(_ number: Int) -> [UInt8] { big16(number).reversed() }
  static func little24(_ number: Int) -> [UInt8] { little16(number) + [UInt8(number >> 16 & 255)] }
  static func little32(_ number: Int) -> [UInt8] { big32(number).reversed() }
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The position of the first of these bytes.
  func offset(of part: [UInt8]) -> Int? {
    indices.first { self[$0...].starts(with: part) }
  }

  /// The same with other bytes at a position.
  func replacing(at offset: Int, with part: [UInt8]) -> [UInt8] {
    Array(self[..<offset]) + part + Array(self[(offset + part.count)...])
  }
}
