// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The stray zeros between the blocks of a GIF file (GIF89a specification), which other readers pass over and libvips takes
/// for damage.
enum GIFPadding {
  /// The file without them; `nil` where it has none, or is no GIF file.
  static func removed(from file: RawSpan) -> [UInt8]? {
    guard file.byteCount > 13, PictureFormat(of: file) == .gif else { return nil }
    var kept: [Range<Int>] = []
    var blockStart = 0
    var position = 13 + tableByteCount(file.byte(at: 10))
    while position < file.byteCount, let end = blockEnd(in: file, at: position) {
      if end == position {
        kept.append(blockStart..<position)
        while position < file.byteCount, file.byte(at: position) == 0 { position += 1 }
        blockStart = position
      } else {
        position = end
      }
    }
    guard !kept.isEmpty else { return nil }
    kept.append(blockStart..<file.byteCount)
    return kept.flatMap { range in file.extracting(range).withUnsafeBytes { [UInt8]($0) } }
  }

  /// The position behind the block at a position, which is the same where a zero stands there; `nil` where no block
  /// follows.
  private static func blockEnd(in file: RawSpan, at position: Int) -> Int? {
    switch file.byte(at: position) {
    case 0: return position
    case 0x21: return subBlockEnd(in: file, at: position + 2)
    case 0x2C where position + 10 < file.byteCount:
      return subBlockEnd(in: file, at: position + 11 + tableByteCount(file.byte(at: position + 9)))
    default: return nil
    }
  }

  /// The position behind the empty sub-block that ends a chain of them.
  private static func subBlockEnd(in file: RawSpan, at start: Int) -> Int? {
    var position = start
    while position < file.byteCount {
      let length = Int(file.byte(at: position))
      position += 1 + length
      if length == 0 { return position }
    }
    return nil
  }

  private static func tableByteCount(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}
