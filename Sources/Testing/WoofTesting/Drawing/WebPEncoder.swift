// SPDX-License-Identifier: Apache-2.0

/// Writes lossless WebP files of few colours (RFC 9649 §2 and §3). The pixels of one that has only one take no bits.
enum WebPEncoder {
  /// A still picture as numbers into a palette; where that has one colour, no pixels are looked at.
  private struct Picture {
    let width: Int
    let height: Int
    let palette: [(red: UInt8, green: UInt8, blue: UInt8)]
    var pixels: [UInt8] = []
  }

  static func encode(_ canvas: Canvas, exif: [UInt8], padding: Int) -> [UInt8] {
    let picture = Picture(
      width: canvas.width, height: canvas.height, palette: canvas.palette, pixels: canvas.pixels)
    return file(of: picture, exif: exif, padding: padding)
  }

  static func encode(_ field: ColourField) -> [UInt8] {
    let colour = (red: field.colour.red, green: field.colour.green, blue: field.colour.blue)
    return file(of: Picture(width: field.width, height: field.height, palette: [colour]), exif: [], padding: 0)
  }

  private static func file(of picture: Picture, exif: [UInt8], padding: Int) -> [UInt8] {
    var rest: [UInt8] = []
    if !exif.isEmpty { rest += chunk("EXIF", exif) }
    if padding > 0 { rest += chunk("woOf", [UInt8](repeating: 0x20, count: padding)) }
    var content = Array("WEBP".utf8)
    // Only an extended file has more than its picture.
    if !rest.isEmpty { content += chunk("VP8X", extendedHead(of: picture, hasExif: !exif.isEmpty)) }
    content += chunk("VP8L", stream(of: picture))
    content += rest
    return Array("RIFF".utf8) + little32(content.count) + content
  }

  private static func extendedHead(of picture: Picture, hasExif: Bool) -> [UInt8] {
    var head: [UInt8] = [hasExif ? 0x08 : 0, 0, 0, 0]
    for side in [picture.width, picture.height] { head += little32(side - 1).prefix(3) }
    return head
  }

  /// The picture's data: a code for each channel, and the codes of each pixel.
  private static func stream(of picture: Picture) -> [UInt8] {
    var bits = BitWriter()
    bits.append(picture.width - 1, count: 14)
    bits.append(picture.height - 1, count: 14)
    // No transparency, and the only version that there is.
    bits.append(0, count: 4)
    // No transform, no cache of colours, and one group of codes for the whole picture.
    bits.append(0, count: 3)
    let green = ChannelCode(of: picture.palette.map { $0.green })
    let red = ChannelCode(of: picture.palette.map { $0.red })
    let blue = ChannelCode(of: picture.palette.map { $0.blue })
    // With green come the lengths of repetitions, of which there are none.
    green.write(to: &bits, symbolCount: 256 + 24)
    red.write(to: &bits, symbolCount: 256)
    blue.write(to: &bits, symbolCount: 256)
    ChannelCode(of: [255]).write(to: &bits, symbolCount: 256)
    // Distances, of which there are none: a code of one symbol of one bit.
    bits.append(0b0001, count: 4)
    let length = green.length + red.length + blue.length
    if length > 0 {
      let colours = picture.palette.map { colour in
        let redAndBlue = red.code(of: colour.red) | blue.code(of: colour.blue) << red.length
        return green.code(of: colour.green) | redAndBlue << green.length
      }
      for pixel in picture.pixels { bits.append(colours[Int(pixel)], count: length) }
    }
    return [0x2F] + bits.bytes
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little32(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  private static func little32(_ number: Int) -> [UInt8] { [UInt8].big32(number).reversed() }
}

/// A prefix code for the values of a channel, all of which have as many bits (RFC 9649 §3.7.2).
private struct ChannelCode {
  /// The order in which the lengths of the code for lengths are written.
  private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8]

  /// The number of bits of a value.
  let length: Int
  private let values: [Int]

  init(of channel: [UInt8]) {
    var values = Set(channel.map { Int($0) })
    // A code must be full, so values that do not occur fill it up to a power of two.
    var filler = 0
    while values.count & (values.count - 1) != 0 {
      values.insert(filler)
      filler += 1
    }
    self.values = values.sorted()
    length = values.count.trailingZeroBitCount
  }

  /// The bits of a value, the first of them lowest.
  func code(of value: UInt8) -> Int {
    let index = values.firstIndex(of: Int(value)) ?? 0
    return (0..<length).reduce(0) { $0 | (index >> $1 & 1) << (length - 1 - $1) }
  }

  func write(to bits: inout BitWriter, symbolCount: Int) {
    guard length > 0 else {
      // A code of one symbol of eight bits.
      bits.append(0b101, count: 3)
      bits.append(values[0], count: 8)
      return
    }
    bits.append(0, count: 1)
    // Symbols have no bits or as many as all: these two lengths have codes of one bit.
    let lengths = Array(Self.lengthOrder.prefix { $0 != length }) + [length]
    bits.append(lengths.count - 4, count: 4)
    for other in lengths { bits.append(other == 0 || other == length ? 1 : 0, count: 3) }
    // The length of each symbol follows.
    bits.append(0, count: 1)
    for symbol in 0..<symbolCount { bits.append(values.contains(symbol) ? 1 : 0, count: 1) }
  }
}

/// Gathers bits, the lowest of each byte first.
private struct BitWriter {
  private var whole: [UInt8] = []
  private var pending = 0
  private var pendingCount = 0

  /// The bits that have been written, filled up with zeros to whole bytes.
  var bytes: [UInt8] { pendingCount > 0 ? whole + [UInt8(truncatingIfNeeded: pending)] : whole }

  /// Adds the lowest bits of a number that has no others.
  mutating func append(_ value: Int, count: Int) {
    pending |= value << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      whole.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }
}
