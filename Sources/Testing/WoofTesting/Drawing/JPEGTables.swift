// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The tables of baseline JPEG (ITU-T T.81, annexes A and K).
enum JPEGTables {
  /// The bits of a symbol.
  struct Code {
    var bits: UInt32 = 0
    var count = 0
  }

  /// The order in which coefficients are written.
  static let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
    55, 62, 63,
  ]

  /// The divisors of coefficients: a quarter of table K.1.
  static let quantization = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ].map { max(1, $0 / 4) }

  /// Table K.3.
  static let directCounts: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
  static let directSymbols: [UInt8] = Array(0...11)

  /// Table K.5.
  static let otherCounts: [UInt8] = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D]
  static let otherSymbols: [UInt8] = [
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71, 0x14,
    0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09,
    0x0A, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A,
    0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x63, 0x64, 0x65,
    0x66, 0x67, 0x68, 0x69, 0x6A, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88,
    0x89, 0x8A, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9,
    0xAA, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA,
    0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA,
    0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA,
  ]

  static let directCodes = codes(directCounts, directSymbols)
  static let otherCodes = codes(otherCounts, otherSymbols)

  /// The codes of symbols, given by how many have each length (annex C).
  private static func codes(_ counts: [UInt8], _ symbols: [UInt8]) -> [Code] {
    var codes = [Code](repeating: Code(), count: 256)
    var (next, index) = (UInt32(0), 0)
    for (length, count) in counts.enumerated() {
      for _ in 0..<count {
        codes[Int(symbols[index])] = Code(bits: next, count: length + 1)
        next += 1
        index += 1
      }
      next <<= 1
    }
    return codes
  }

  private static let cosines: [Float] = (0..<64).map { index in
    let (frequency, position) = (index / 8, index % 8)
    let scale: Float = frequency == 0 ? 0.353_553_39 : 0.5
    return scale * cosf(Float(2 * position + 1) * Float(frequency) * .pi / 16)
  }

  /// The discrete cosine transform of eight by eight levels, first of the rows and then of the columns.
  static func transformed(_ levels: [Float]) -> [Float] {
    var rows = [Float](repeating: 0, count: 64)
    for y in 0..<8 {
      for frequency in 0..<8 {
        rows[y * 8 + frequency] = (0..<8).reduce(0) { $0 + levels[y * 8 + $1] * cosines[frequency * 8 + $1] }
      }
    }
    var result = rows
    for x in 0..<8 {
      for frequency in 0..<8 {
        result[frequency * 8 + x] = (0..<8).reduce(0) { $0 + rows[$1 * 8 + x] * cosines[frequency * 8 + $1] }
      }
    }
    return result
  }
}
