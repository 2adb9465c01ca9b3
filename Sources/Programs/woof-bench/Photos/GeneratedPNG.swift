// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A sound PNG picture of an exact length: grey noise in rows that are not compressed, and a chunk that fills up.
enum GeneratedPNG {
  /// The shortest there is.
  static let leastByteCount = 512

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let width = 64

  /// Makes a picture.
  ///
  /// - Parameter byteCount: Its length, at least ``leastByteCount``.
  static func bytes(byteCount: Int, seed: UInt64) -> [UInt8] {
    precondition(byteCount >= leastByteCount, "a generated PNG has at least \(leastByteCount) bytes")
    var generator = SeededGenerator(seed: seed)
    // Room for head, end and filler; each row has a byte for its filter, each 65,535 bytes five for a block's head.
    let height = max(1, (byteCount - 150) / (width + 2))
    var bytes = signature
    appendChunk("IHDR", word(width) + word(height) + [8, 0, 0, 0, 0], to: &bytes)
    var end: [UInt8] = []
    appendChunk("IDAT", storedRows(height, &generator), to: &end)
    appendChunk("IEND", [], to: &end)
    let filler = byteCount - bytes.count - end.count - 12
    appendChunk("tEXt", Array("Comment\0".utf8) + Array(repeating: 0x2E, count: filler - 8), to: &bytes)
    return bytes + end
  }

  /// A zlib stream whose blocks are stored as they are (RFC 1950, RFC 1951 §3.2.4).
  private static func storedRows(_ height: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<height {
      rows.append(0)
      for _ in 0..<width / 8 { withUnsafeBytes(of: generator.next()) { rows.append(contentsOf: $0) } }
    }
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    while start < rows.count {
      let block = rows[start..<min(start + 65_535, rows.count)]
      start = block.endIndex
      let length = UInt16(block.count)
      stream.append(start == rows.count ? 1 : 0)
      stream += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)] + block
    }
    return stream + word(Int(adler32(rows)))
  }

  private static func appendChunk(_ name: StaticString, _ data: [UInt8], to bytes: inout [UInt8]) {
    let content = name.withUTF8Buffer { Array($0) } + data
    bytes += word(data.count) + content + word(Int(CRC32.value(of: content)))
  }

  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
