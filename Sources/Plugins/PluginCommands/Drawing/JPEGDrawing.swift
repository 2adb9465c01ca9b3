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
