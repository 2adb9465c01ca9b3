// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// A sound picture that the conformance kit has drawn, without any encoder but its own.
struct DrawnPicture {
  let name: String
  let type: ImageType
  let width: Int
  let height: Int
  let bytes: [UInt8]

  /// Small pictures of every format and kind that the kit can draw.
  static let all: [DrawnPicture] = [
    DrawnPicture(
      name: "PNG in colour", type: .png, width: 64, height: 48,
      bytes: PNGDrawing.file(width: 64, height: 48, colourType: 2, bitDepth: 8, row: PNGDrawing.colours(width: 64))),
    DrawnPicture(
      name: "PNG with transparency", type: .png, width: 33, height: 47,
      bytes: PNGDrawing.file(width: 33, height: 47, colourType: 6, bitDepth: 8, row: PNGDrawing.transparency(width: 33))
    ),
    DrawnPicture(
      name: "PNG of one pixel", type: .png, width: 1, height: 1,
      bytes: PNGDrawing.file(width: 1, height: 1, colourType: 2, bitDepth: 8, row: PNGDrawing.colours(width: 1))),
    DrawnPicture(
      name: "JPEG in grey", type: .jpeg, width: 128, height: 96, bytes: JPEGDrawing.file(columns: 16, rows: 12)),
    DrawnPicture(name: "GIF", type: .gif, width: 40, height: 30, bytes: GIFDrawing.file(width: 40, height: 30)),
  ]

  /// A sound picture of 36 megapixels, all black.
  static let huge = DrawnPicture(
    name: "PNG of 36 megapixels", type: .png, width: 6_000, height: 6_000,
    bytes: PNGDrawing.file(width: 6_000, height: 6_000, colourType: 0, bitDepth: 1) { _ in
      [UInt8](repeating: 0, count: 750)
    })
}

/// Draws GIF files (GIF89a) of 128 greys.
enum GIFDrawing {
  /// Makes a file of one frame.
  static func file(width: Int, height: Int) -> [UInt8] {
    let size = [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
    let greys = (0..<128).flatMap { [UInt8](repeating: UInt8($0 * 2), count: 3) }
    return Array("GIF89a".utf8) + size + [0xF6, 0, 0] + greys + [0x2C, 0, 0, 0, 0] + size + [0, 7]
      + blocks(codes(width: width, height: height)) + [0x3B]
  }

  /// Returns the pixels as codes of eight bits. The table is cleared before codes would need nine bits (appendix F).
  private static func codes(width: Int, height: Int) -> [UInt8] {
    var codes: [UInt8] = []
    for pixel in 0..<width * height {
      if pixel % 126 == 0 { codes.append(0x80) }
      codes.append(UInt8(pixel % width * 128 / width))
    }
    return codes + [0x81]
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      blocks += [UInt8(block.count)] + block
    }
    return blocks + [0]
  }
}

/// Draws baseline JPEG files (ITU-T T.81) in grey, each of whose blocks has one shade.
enum JPEGDrawing {
  /// Makes a file of so many blocks of 8 × 8 pixels each way.
  static func file(columns: Int, rows: Int) -> [UInt8] {
    let (width, height) = (UInt8(columns * 8), UInt8(rows * 8))
    let quantisation = segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let frame = segment(0xC0, [8, 0, height, 0, width, 1, 1, 0x11, 0])
    // Twelve differences of four bits each, and one code of one bit for the end of a block (annex C).
    let differences = segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12))
    let ends = segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let scan = segment(0xDA, [1, 1, 0x00, 0, 63, 0])
    return [0xFF, 0xD8] + quantisation + frame + differences + ends + scan + shades(columns * rows) + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let count = data.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + data
  }

  /// The blocks one after another, each as its difference from the one before (F.1.2.1).
  private static func shades(_ count: Int) -> [UInt8] {
    var bits = BitString()
    var last = 0
    for number in 0..<count {
      let shade = number * 200 / count - 100
      let difference = shade - last
      last = shade
      let length = Int.bitWidth - difference.magnitude.leadingZeroBitCount
      bits.append(length, count: 4)
      bits.append(difference >= 0 ? difference : difference + (1 << length) - 1, count: length)
      bits.append(0, count: 1)
    }
    return bits.stuffedBytes
  }
}

/// A string of bits, the highest of each byte first.
private struct BitString {
  private var bits: [Bool] = []

  mutating func append(_ value: Int, count: Int) {
    for position in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> position & 1 == 1) }
  }

  /// The bytes, filled up with ones, and with a zero after each byte that could be taken for a marker (F.1.2.3).
  var stuffedBytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).flatMap { start in
      let byte = (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 >= bits.count || bits[start + $1] ? 1 : 0) }
      return byte == 0xFF ? [byte, 0] : [byte]
    }
  }
}
