// SPDX-License-Identifier: Apache-2.0

/// A sound JPEG picture of an exact length: grey noise, coded as a camera would code it.
///
/// Each block of 8 × 8 samples has 63 coefficients of eight bits after a code of one bit, so the scan is about as long
/// as the picture has pixels, and holds stuffed bytes as often as a real one. Comments fill the rest.
enum GeneratedJPEG {
  /// The shortest there is.
  static let leastByteCount = 1024

  /// The number of bytes at the start of a picture in which two pictures of the same seed can differ.
  static let serialByteCount = 64

  private static let bitsPerBlock = 1 + 63 * 9
  private static let longestComment = 65_533

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - byteCount: Its length, at least ``leastByteCount``.
  ///   - serial: A number that stands in its first comment, so that pictures of one seed differ.
  static func bytes(byteCount: Int, seed: UInt64, serial: UInt64 = 0) -> [UInt8] {
    precondition(byteCount >= leastByteCount, "a generated JPEG has at least \(leastByteCount) bytes")
    var generator = SeededGenerator(seed: seed)
    // Of the bytes of a scan, one in 250 is stuffed; a little more room keeps the scan below what there is.
    let side = max(1, ((byteCount - 400) * 8 * 99 / 100 / bitsPerBlock).squareRoot)
    let picture = tables(side: side * 8) + scan(blockCount: side * side, &generator) + [0xFF, 0xD9]
    var bytes = head(serial: serial)
    appendComments(byteCount: byteCount - bytes.count - picture.count, to: &bytes)
    bytes += picture
    return bytes
  }

  /// Returns the first ``serialByteCount`` bytes of a picture with that serial number; the other bytes do not depend on
  /// it.
  static func head(serial: UInt64) -> [UInt8] {
    let digits = Array(String(serial, radix: 16).utf8)
    let text = Array("serial ".utf8) + Array(repeating: UInt8(ascii: "0"), count: 16 - digits.count) + digits
    var bytes: [UInt8] = [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    let padding = serialByteCount - bytes.count - 4 - text.count
    bytes += segment(0xFE, text + Array(repeating: UInt8(ascii: "."), count: padding))
    return bytes
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  /// Returns the segments before the scan: quantization by 1, a frame of one component, and Huffman tables of one code
  /// each. The difference of the constant part is 0, and every other coefficient has eight bits.
  private static func tables(side: Int) -> [UInt8] {
    let oneCode: [UInt8] = [1] + Array(repeating: 0, count: 15)
    let (high, low) = (UInt8(side >> 8), UInt8(side & 0xFF))
    return segment(0xDB, [0] + Array(repeating: 1, count: 64))
      + segment(0xC0, [8, high, low, high, low, 1, 1, 0x11, 0])
      + segment(0xC4, [0x00] + oneCode + [0]) + segment(0xC4, [0x10] + oneCode + [0x08])
      + segment(0xDA, [1, 1, 0, 0, 63, 0])
  }

  private static func scan(blockCount: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var writer = ScanWriter(capacity: blockCount * bitsPerBlock / 8)
    for _ in 0..<blockCount {
      writer.append(0, bitCount: 1)
      for _ in 0..<9 {
        // Seven coefficients of a word: each is the code 0 and eight bits.
        let word = generator.next()
        for position in 0..<7 {
          writer.append(UInt32(truncatingIfNeeded: word >> UInt64(position * 8)) & 0xFF, bitCount: 9)
        }
      }
    }
    return writer.finish()
  }

  private static func appendComments(byteCount: Int, to bytes: inout [UInt8]) {
    var rest = byteCount
    while rest >= 4 {
      // What remains after a comment is none or enough for another.
      var content = min(rest - 4, longestComment)
      if (1..<4).contains(rest - 4 - content) { content -= 4 }
      bytes += segment(0xFE, Array(repeating: UInt8(ascii: " "), count: content))
      rest -= content + 4
    }
    // Any number of fill bytes may stand before a marker (ITU-T T.81 §B.1.1.2).
    bytes += Array(repeating: 0xFF, count: max(0, rest))
  }
}

/// Puts bits together to the bytes of a scan, in which a zero follows each 0xFF (ITU-T T.81 §F.1.2.3).
private struct ScanWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity + capacity / 128) }

  mutating func append(_ bits: UInt32, bitCount: Int) {
    pending = pending << UInt64(bitCount) | UInt64(bits)
    pendingCount += bitCount
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  /// The bytes, the last one filled with ones.
  consuming func finish() -> [UInt8] {
    if pendingCount > 0 { append(0xFF >> UInt32(pendingCount), bitCount: 8 - pendingCount) }
    return bytes
  }
}

extension Int {
  /// The greatest integer whose square is not above the number.
  fileprivate var squareRoot: Int { Int(Double(self).squareRoot()) }
}
