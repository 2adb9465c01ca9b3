/// The head of a picture's coded data in a WebP file.
struct WebPBitstream {
  let size: PixelSize
  /// `true` if the data state that pixels are transparent. A lossy picture states it in a chunk of its own, so it is
  /// `false` then.
  let hasAlpha: Bool

  /// Reads the first ten bytes of a key frame (RFC 6386 §9.1) of `length` bytes.
  init(lossy head: RawSpan, length: Int, at offset: Int) throws(StructureFault) {
    hasAlpha = false
    let tag = head.littleEndian24(at: 0)
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1, head.starts(with: [0x9D, 0x01, 0x2A], at: 3) else {
      throw StructureFault("the picture's data do not begin with a key frame that is shown", at: offset)
    }
    size = PixelSize(
      width: Int(head.littleEndian(UInt16.self, at: 6) & 0x3FFF),
      height: Int(head.littleEndian(UInt16.self, at: 8) & 0x3FFF))
    guard tag >> 5 <= length - 10 else {
      throw StructureFault("the first part of the picture's data is longer than all of them", at: offset)
    }
    // How a block of 16 × 16 pixels is predicted takes more than one bit, with the fixed odds of §11.2.
    let blocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
    guard length >= blocks / 8 else {
      throw StructureFault("\(length) bytes of data cannot hold the \(size) pixels that they claim", at: offset + 6)
    }
  }

  /// Reads the first five bytes of a lossless picture (RFC 9649 §3.4).
  init(lossless head: RawSpan, at offset: Int) throws(StructureFault) {
    let bits = Int(head.littleEndian(UInt32.self, at: 1))
    hasAlpha = bits >> 28 & 1 == 1
    guard head.byte(at: 0) == 0x2F, bits >> 29 == 0 else {
      throw StructureFault("the picture's data do not begin as a lossless picture of version 0", at: offset)
    }
    size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
}
