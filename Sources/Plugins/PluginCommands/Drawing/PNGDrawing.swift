// SPDX-License-Identifier: Apache-2.0

/// Draws PNG files (W3C PNG, third edition) whose pixels are stored without compression.
enum PNGDrawing {
  /// Makes a file; `row` gives the samples of a row by its number.
  static func file(
    width: Int, height: Int, colourType: UInt8, bitDepth: UInt8, row: (Int) -> [UInt8]
  ) -> [UInt8] {
    var samples: [UInt8] = []
    for number in 0..<height { samples += [0] + row(number) }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width) + big(height) + [bitDepth, colourType, 0, 0, 0])
      + chunk("IDAT", stored(samples)) + chunk("IEND", [])
  }

  /// A row in which tan becomes blue.
  static func colours(width: Int) -> (Int) -> [UInt8] {
    { row in
      (0..<width).flatMap { column in
        let shade = UInt8(truncatingIfNeeded: column * 140 / width + row)
        return [200 &- shade, 140, 70 &+ shade]
      }
    }
  }

  /// A row that fades.
  static func transparency(width: Int) -> (Int) -> [UInt8] {
    { row in
      (0..<width).flatMap { column in
        [180, 120, UInt8(truncatingIfNeeded: row * 5), UInt8(truncatingIfNeeded: column * 255 / width)]
      }
    }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(data.count) + body + big(Int(checksum(body)))
  }

  private static func big(_ number: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A zlib stream (RFC 1950) of blocks that are stored (RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      stream += [end == bytes.count ? 1 : 0]
      for half in [count, ~count] { stream += [UInt8(truncatingIfNeeded: half), UInt8(half >> 8)] }
      stream += bytes[start..<end]
    }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + big(Int(high << 16 | low))
  }

  /// The cyclic redundancy check of a chunk (annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
