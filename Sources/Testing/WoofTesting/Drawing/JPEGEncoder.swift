// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes baseline JPEG files in colour without subsampling (ITU-T T.81), with the tables of its annex K.
enum JPEGEncoder {
  static func encode(_ canvas: Canvas, exif: [UInt8], padding: Int) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    file += exif.isEmpty ? segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]) : []
    if !exif.isEmpty { file += segment(0xE1, Array("Exif\0\0".utf8) + exif) }
    for start in stride(from: 0, to: padding, by: 65_000) {
      file += segment(0xFE, [UInt8](repeating: 0x20, count: min(65_000, padding - start)))
    }
    file += segment(0xDB, [0] + JPEGTables.zigzag.map { UInt8(JPEGTables.quantization[$0]) })
    file += segment(
      0xC0, [8] + .big16(canvas.height) + .big16(canvas.width) + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
    file += segment(0xC4, [0x00] + JPEGTables.directCounts + JPEGTables.directSymbols)
    file += segment(0xC4, [0x10] + JPEGTables.otherCounts + JPEGTables.otherSymbols)
    file += segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    var scan = JPEGScan(canvas)
    return file + scan.encode() + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + .big16(content.count + 2) + content
  }
}

/// The one scan of a picture.
private struct JPEGScan {
  private let canvas: Canvas
  /// Luma and the two chromas of each colour of the palette, around zero.
  private let components: [[Float]]
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0

  init(_ canvas: Canvas) {
    self.canvas = canvas
    let colours = canvas.palette.map { (Float($0.red), Float($0.green), Float($0.blue)) }
    components = [
      colours.map { 0.299 * $0.0 + 0.587 * $0.1 + 0.114 * $0.2 - 128 },
      colours.map { -0.168_736 * $0.0 - 0.331_264 * $0.1 + 0.5 * $0.2 },
      colours.map { 0.5 * $0.0 - 0.418_688 * $0.1 - 0.081_312 * $0.2 },
    ]
  }

  mutating func encode() -> [UInt8] {
    var last = [0, 0, 0]
    for top in stride(from: 0, to: canvas.height, by: 8) {
      for left in stride(from: 0, to: canvas.width, by: 8) {
        let block = self.block(top, left)
        for component in 0..<3 { last[component] = encode(block, component, last[component]) }
      }
    }
    // What is left of the last byte is filled with ones.
    if pendingCount > 0 { append(0x7F, 8 - pendingCount) }
    return bytes
  }

  /// The colours of eight by eight pixels; the picture's last column and row go on beyond its edge.
  private func block(_ top: Int, _ left: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 64)
    for y in 0..<8 {
      let row = min(top + y, canvas.height - 1) * canvas.width
      for x in 0..<8 { block[y * 8 + x] = canvas.pixels[row + min(left + x, canvas.width - 1)] }
    }
    return block
  }

  private mutating func encode(_ block: [UInt8], _ component: Int, _ last: Int) -> Int {
    let levels = block.map { components[component][Int($0) & 15] }
    let isFlat = levels.allSatisfy { $0 == levels[0] }
    let coefficients = isFlat ? [levels[0] * 8] + [Float](repeating: 0, count: 63) : JPEGTables.transformed(levels)
    let values = JPEGTables.zigzag.map { Int((coefficients[$0] / Float(JPEGTables.quantization[$0])).rounded()) }
    let difference = values[0] - last
    let size = Self.size(of: difference)
    code(JPEGTables.directCodes[size])
    append(Self.bits(of: difference, size), size)
    encodeOthers(values)
    return values[0]
  }

  private mutating func encodeOthers(_ values: [Int]) {
    var zeroCount = 0
    for value in values.dropFirst() {
      guard value != 0 else {
        zeroCount += 1
        continue
      }
      while zeroCount > 15 {
        code(JPEGTables.otherCodes[0xF0])
        zeroCount -= 16
      }
      let size = Self.size(of: value)
      code(JPEGTables.otherCodes[zeroCount << 4 | size])
      append(Self.bits(of: value, size), size)
      zeroCount = 0
    }
    if zeroCount > 0 { code(JPEGTables.otherCodes[0]) }
  }

  private static func size(of value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }

  private static func bits(of value: Int, _ size: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: value < 0 ? value - 1 : value) & (1 << UInt32(size) - 1)
  }

  private mutating func code(_ code: JPEGTables.Code) { append(code.bits, code.count) }

  private mutating func append(_ value: UInt32, _ count: Int) {
    pending = pending << UInt32(count) | value & (1 << UInt32(count) - 1)
    pendingCount += count
    while pendingCount >= 8 {
      let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount - 8))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
      pendingCount -= 8
    }
  }
}
