// SPDX-License-Identifier: Apache-2.0

/// The chunks that came, and the rules for those that may come next (PNG §5.6).
struct PNGStructure {
  private let limits: ImageLimits
  private(set) var header: PNGHeader?
  private var hasPalette = false
  private var hasPicture = false
  private var animation: PNGAnimation?
  /// The pixel data that are being taken, and the chunks they come in.
  private var pixelData: (PNGPixelData, chunk: FourCharacterCode)?
  /// The size of a frame that was announced and whose pixel data have not begun; `nil` if there is none.
  private var announcedFrame: PixelSize?

  init(limits: ImageLimits) { self.limits = limits }

  /// The number of frames that the animation announces; 0 if there is no animation.
  var frameCount: Int { animation?.announcedFrames ?? 0 }

  /// Takes the head of a chunk, at `offset`.
  mutating func begin(_ chunk: FourCharacterCode, length: Int, at offset: Int) throws(StructureFault) {
    guard (header == nil) == (chunk == "IHDR") else {
      throw StructureFault("the chunk IHDR is not the first or not the only one", at: offset)
    }
    if let current = pixelData, current.chunk != chunk { try endPixelData(current.0, at: offset) }
    switch chunk {
    case "IHDR": try require(length == 13, of: chunk, at: offset)
    case "PLTE": try beginPalette(length: length, at: offset)
    case "IDAT": try beginPicture(at: offset)
    case "IEND": try beginEnd(length: length, at: offset)
    case "acTL": try require(length == 8 && animation == nil && !hasPicture, of: chunk, at: offset)
    case "fcTL": try require(length == 26 && animation != nil && announcedFrame == nil, of: chunk, at: offset)
    case "fdAT": try beginFrame(length: length, at: offset)
    default:
      // The case of the first letter says whether a picture can be shown without the chunk.
      guard chunk.bytes[0] & 0x20 != 0 else {
        throw StructureFault("the chunk \(chunk) is not known, and the picture depends on it", at: offset)
      }
    }
  }

  mutating func takeHeader(_ data: RawSpan, at offset: Int) throws(StructureFault) {
    header = try PNGHeader(data, at: offset, limits: limits)
  }

  mutating func takeAnimationControl(_ data: RawSpan, at offset: Int) throws(StructureFault) {
    guard let header else { return }
    animation = try PNGAnimation(control: data, canvas: header.size, limits: limits, at: offset)
  }

  mutating func takeFrameControl(_ data: RawSpan, at offset: Int) throws(StructureFault) {
    announcedFrame = try animation?.takeFrame(data, isDefaultImage: !hasPicture, at: offset)
  }

  mutating func takeSequenceNumber(_ data: RawSpan, at offset: Int) throws(StructureFault) {
    try animation?.takeSequenceNumber(data, at: offset)
  }

  mutating func seePixelData(_ run: RawSpan, at offset: Int) throws(StructureFault) {
    try pixelData?.0.see(run, at: offset)
  }
}

extension PNGStructure {
  private mutating func beginPalette(length: Int, at offset: Int) throws(StructureFault) {
    guard let header, !hasPalette, !hasPicture, header.colourType & 2 != 0, length > 0, length % 3 == 0,
      length / 3 <= header.mostColours
    else { throw StructureFault("the chunk PLTE does not suit the picture or its place", at: offset) }
    hasPalette = true
  }

  private mutating func beginPicture(at offset: Int) throws(StructureFault) {
    guard pixelData == nil, let header else { return }
    guard !hasPicture else { throw StructureFault("other chunks stand between chunks IDAT", at: offset) }
    guard hasPalette || header.colourType != 3 else {
      throw StructureFault("the picture has no palette", at: offset)
    }
    hasPicture = true
    announcedFrame = nil
    pixelData = (PNGPixelData(uncompressed: header.byteCount(of: header.size)), "IDAT")
  }

  private mutating func beginFrame(length: Int, at offset: Int) throws(StructureFault) {
    try require(length >= 4 && hasPicture, of: "fdAT", at: offset)
    guard pixelData == nil, let header else { return }
    guard let size = announcedFrame else {
      throw StructureFault("a frame's pixel data come without its chunk fcTL", at: offset)
    }
    announcedFrame = nil
    pixelData = (PNGPixelData(uncompressed: header.byteCount(of: size)), "fdAT")
  }

  private mutating func beginEnd(length: Int, at offset: Int) throws(StructureFault) {
    try require(length == 0 && hasPicture && announcedFrame == nil, of: "IEND", at: offset)
    try animation?.finish(at: offset)
  }

  private mutating func endPixelData(_ data: PNGPixelData, at offset: Int) throws(StructureFault) {
    pixelData = nil
    try data.finish(at: offset)
  }

  private func require(_ condition: Bool, of chunk: FourCharacterCode, at offset: Int) throws(StructureFault) {
    guard condition else { throw StructureFault("the chunk \(chunk) has a wrong length or place", at: offset) }
  }
}

/// The content of the animation chunks (PNG §11.3.6), in the order in which they come.
struct PNGAnimation {
  private let canvas: PixelSize
  let announcedFrames: Int
  private var nextSequenceNumber = 0
  private var frames: Tally
  private var pixels: Tally

  /// Takes an `acTL` chunk of eight bytes.
  init(control: RawSpan, canvas: PixelSize, limits: ImageLimits, at offset: Int) throws(StructureFault) {
    self.canvas = canvas
    announcedFrames = Int(control.bigEndian(UInt32.self, at: 0))
    guard announcedFrames > 0 else { throw StructureFault("the animation has no frames", at: offset) }
    guard announcedFrames <= limits.frames else { throw .exceeds(limits.frames, "frames", at: offset) }
    frames = Tally(of: "frames", limit: limits.frames)
    pixels = Tally(of: "animation pixels", limit: limits.animationPixels)
  }

  /// Takes an `fcTL` chunk of 26 bytes and gives the frame's size.
  ///
  /// - Parameter isDefaultImage: `true` if the frame is the picture that programs without support for animations show.
  mutating func takeFrame(
    _ control: RawSpan, isDefaultImage: Bool, at offset: Int
  ) throws(StructureFault) -> PixelSize {
    try takeSequenceNumber(control, at: offset)
    let numbers = [4, 8, 12, 16].map { Int(control.bigEndian(UInt32.self, at: $0)) }
    let size = PixelSize(width: numbers[0], height: numbers[1])
    guard size.width > 0, size.height > 0, numbers[2] + size.width <= canvas.width,
      numbers[3] + size.height <= canvas.height, !isDefaultImage || size == canvas
    else { throw StructureFault("a frame of \(size) pixels does not suit the picture of \(canvas)", at: offset + 4) }
    guard control.byte(at: 24) <= 2, control.byte(at: 25) <= 1 else {
      throw StructureFault("a frame is laid over the one before in no known way", at: offset + 24)
    }
    try frames.add(at: offset)
    try pixels.add(size.area, at: offset + 4)
    return size
  }

  /// Takes the number that an `fcTL` or `fdAT` chunk begins with.
  mutating func takeSequenceNumber(_ field: RawSpan, at offset: Int) throws(StructureFault) {
    guard Int(field.bigEndian(UInt32.self, at: 0)) == nextSequenceNumber else {
      throw StructureFault("the parts of the animation are not in sequence", at: offset)
    }
    nextSequenceNumber += 1
  }

  /// Takes the end of the picture.
  func finish(at offset: Int) throws(StructureFault) {
    guard frames.count == announcedFrames else {
      throw StructureFault("the animation has \(frames.count) frames and claims \(announcedFrames)", at: offset)
    }
  }
}

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
