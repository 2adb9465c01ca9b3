/// Writes lossless WebP files of one colour (RFC 9649 §3), whose pixels take no bits.
enum WebPEncoder {
  static func encode(_ field: ColourField) -> [UInt8] {
    var bits = BitWriter()
    bits.append(field.width - 1, count: 14)
    bits.append(field.height - 1, count: 14)
    // No transparency, and the only version that there is.
    bits.append(0, count: 4)
    // No transform, no cache of colours, and one group of codes for the whole picture.
    bits.append(0, count: 3)
    for symbol in [field.colour.green, field.colour.red, field.colour.blue, 255] {
      // A code of one symbol of eight bits.
      bits.append(0b101, count: 3)
      bits.append(Int(symbol), count: 8)
    }
    // Distances, of which there are none: a code of one symbol of one bit.
    bits.append(0b0001, count: 4)
    let stream = [0x2F] + bits.bytes
    let content = Array("WEBPVP8L".utf8) + little32(stream.count) + stream + (stream.count % 2 == 1 ? [0] : [])
    return Array("RIFF".utf8) + little32(content.count) + content
  }

  private static func little32(_ number: Int) -> [UInt8] { [UInt8].big32(number).reversed() }
}

/// Gathers bits, the lowest of each byte first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ value: Int, count bitCount: Int) {
    for position in 0..<bitCount {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> position & 1) << UInt8(count % 8)
      count += 1
    }
  }
}
