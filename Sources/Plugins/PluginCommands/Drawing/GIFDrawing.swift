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
