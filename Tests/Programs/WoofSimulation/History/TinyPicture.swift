// SPDX-License-Identifier: Apache-2.0

import WoofSystem

/// A PNG of one pixel, with a comment that makes its bytes unlike those of all others.
struct TinyPicture {
  /// The comment.
  var comment: String
  /// The number of bytes beside the comment that the picture has for nothing.
  var padding = 0

  /// The file.
  var bytes: [UInt8] {
    let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    // One row, its filter and its pixel, in a block that is not compressed (RFC 1950, RFC 1951).
    let pixels: [UInt8] = [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0, 0, 0, 2, 0, 1]
    let text = Array("Comment\0\(comment)".utf8) + [UInt8](repeating: 46, count: padding)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header) + Self.chunk("tEXt", text)
      + Self.chunk("IDAT", pixels) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return big(UInt32(data.count)) + content + big(CRC32.value(of: content))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
