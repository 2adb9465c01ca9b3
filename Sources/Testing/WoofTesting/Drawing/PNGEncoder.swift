// SPDX-License-Identifier: Apache-2.0

/// Writes PNG files with a palette (PNG, third edition; RFC 1950, RFC 1951).
enum PNGEncoder {
  static func encode(_ canvas: Canvas, exif: [UInt8], padding: Int) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    // Eight bits a pixel, colours from a palette.
    file += chunk("IHDR", .big32(canvas.width) + .big32(canvas.height) + [8, 3, 0, 0, 0])
    file += chunk("PLTE", canvas.palette.flatMap { [$0.red, $0.green, $0.blue] })
    if !exif.isEmpty { file += chunk("eXIf", exif) }
    if padding > 0 { file += chunk("woOf", [UInt8](repeating: 0x20, count: padding)) }
    file += chunk("IDAT", compressed(rows(of: canvas)))
    return file + chunk("IEND", [])
  }

  /// The rows, each after the number of its filter, which is none.
  private static func rows(of canvas: Canvas) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((canvas.width + 1) * canvas.height)
    for start in stride(from: 0, to: canvas.pixels.count, by: canvas.width) {
      rows.append(0)
      rows += canvas.pixels[start..<start + canvas.width]
    }
    return rows
  }

  /// A zlib stream of one block with the fixed codes, in which runs of a byte are short.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = DeflateWriter()
    var index = 0
    while index < bytes.count {
      writer.literal(bytes[index])
      var run = 0
      while run < 258, index + 1 + run < bytes.count, bytes[index + 1 + run] == bytes[index] { run += 1 }
      if run >= 3 {
        writer.repeatLast(run)
        index += run
      }
      index += 1
    }
    return [0x78, 0x01] + writer.finish() + checksum(of: bytes)
  }

  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return .big16(high) + .big16(low)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return .big32(data.count) + content + .big32(Int(checkValue(of: content)))
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  static func checkValue(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}

/// Writes one last block of a deflate stream with the fixed codes (RFC 1951 §3.2.6).
struct DeflateWriter {
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]

  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0

  init() { append(0b011, 3) }

  mutating func literal(_ byte: UInt8) { symbol(Int(byte)) }

  /// The last byte again, 3 to 258 times.
  mutating func repeatLast(_ count: Int) {
    guard let index = Self.lengthBases.lastIndex(where: { $0 <= count }) else { return }
    symbol(257 + index)
    append(UInt32(count - Self.lengthBases[index]), Self.lengthBits[index])
    // The distance 1.
    append(0, 5)
  }

  mutating func finish() -> [UInt8] {
    symbol(256)
    if pendingCount > 0 { append(0, 8 - pendingCount) }
    return bytes
  }

  private mutating func symbol(_ number: Int) {
    switch number {
    case ..<144: code(UInt32(0x30 + number), 8)
    case ..<256: code(UInt32(0x190 + number - 144), 9)
    case ..<280: code(UInt32(number - 256), 7)
    default: code(UInt32(0xC0 + number - 280), 8)
    }
  }

  /// Codes go highest bit first, unlike numbers.
  private mutating func code(_ value: UInt32, _ count: Int) {
    for bit in (0..<count).reversed() { append(value >> UInt32(bit) & 1, 1) }
  }

  private mutating func append(_ value: UInt32, _ count: Int) {
    pending |= value << UInt32(pendingCount)
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }
}
