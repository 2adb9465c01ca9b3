// SPDX-License-Identifier: Apache-2.0

/// Writes GIF files (GIF89a).
enum GIFEncoder {
  /// The number of bits of a pixel. Codes from 16 on steer, and codes have five bits until there are 32.
  private static let codeSize = 4
  private static let clear = 16
  private static let end = 17
  /// The number of pixels after which the table is cleared, so that codes never grow.
  private static let runLength = 13

  static func encode(_ frames: [Canvas], padding: Int) -> [UInt8] {
    guard let first = frames.first else { return [] }
    var file = Array("GIF89a".utf8) + .little16(first.width) + .little16(first.height) + [0xF3, 0, 0]
    file += first.palette.flatMap { [$0.red, $0.green, $0.blue] }
    if frames.count > 1 { file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] }
    if padding > 0 { file += [0x21, 0xFE] + subBlocks([UInt8](repeating: 0x20, count: padding)) }
    for frame in frames {
      // A tenth of a second for each.
      if frames.count > 1 { file += [0x21, 0xF9, 4, 4, 10, 0, 0, 0] }
      file += [0x2C, 0, 0, 0, 0] + .little16(frame.width) + .little16(frame.height) + [0, UInt8(codeSize)]
      file += subBlocks(codes(of: frame.pixels))
    }
    return file + [0x3B]
  }

  private static func codes(of pixels: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (pending, pendingCount) = (0, 0)
    func append(_ code: Int) {
      pending |= code << pendingCount
      pendingCount += codeSize + 1
      while pendingCount >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingCount -= 8
      }
    }
    for (index, pixel) in pixels.enumerated() {
      if index % runLength == 0 { append(clear) }
      append(Int(pixel))
    }
    append(end)
    if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }

  private static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let part = bytes[start..<min(start + 255, bytes.count)]
      blocks.append(UInt8(part.count))
      blocks += part
    }
    return blocks + [0]
  }
}
