/// The compressed pixels of a picture or frame, which may be cut into any number of chunks (PNG §10).
struct PNGPixelData {
  /// The smallest number of compressed bytes that can hold the pixels.
  private let leastByteCount: Int
  private var byteCount = 0
  private var firstByte: UInt8 = 0

  /// The most that Deflate can do: two bits for 258 bytes (RFC 1951 §3.2.5).
  private static let greatestRatio = 1032

  /// - Parameter uncompressed: The number of bytes of the pixels before they are compressed.
  init(uncompressed: Int) { leastByteCount = uncompressed / Self.greatestRatio }

  /// Takes the next bytes, and looks at the first two, which tell how they are compressed (RFC 1950 §2.2).
  mutating func see(_ bytes: RawSpan, at offset: Int) throws(StructureFault) {
    var position = 0
    while byteCount + position < 2, position < bytes.byteCount {
      let byte = bytes.byte(at: position)
      if byteCount + position == 0 {
        firstByte = byte
      } else {
        try check(UInt16(firstByte) << 8 | UInt16(byte), at: offset + position)
      }
      position += 1
    }
    byteCount += bytes.byteCount
  }

  /// Takes the end, at `offset`.
  func finish(at offset: Int) throws(StructureFault) {
    guard byteCount >= 2, byteCount >= leastByteCount else {
      throw StructureFault("\(byteCount) bytes of pixel data cannot hold the pixels that the header claims", at: offset)
    }
  }

  private func check(_ header: UInt16, at offset: Int) throws(StructureFault) {
    let (method, window, hasDictionary) = (header >> 8 & 15, header >> 12, header & 0x20 != 0)
    guard method == 8, window <= 7, !hasDictionary, header % 31 == 0 else {
      throw StructureFault("the pixel data do not begin as a zlib stream", at: offset)
    }
  }
}
