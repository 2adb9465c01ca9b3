// SPDX-License-Identifier: Apache-2.0

/// The chunks that came in a WebP file, and their statements of its size (RFC 9649 §2).
struct WebPStructure {
  private let limits: ImageLimits
  /// The size of the picture, once it is known.
  private(set) var canvas: PixelSize?
  private var isExtended = false
  private var isAnimated = false
  private var hasAnimationHead = false
  private var hasPicture = false
  /// The frame whose chunks are being taken, and whether its picture came.
  private var frame: (size: PixelSize, hasPicture: Bool)?
  private var frames: Tally
  private var pixels: Tally

  init(limits: ImageLimits) {
    self.limits = limits
    frames = Tally(of: "frames", limit: limits.frames)
    pixels = Tally(of: "animation pixels", limit: limits.animationPixels)
  }

  /// Takes the head of a chunk, at `offset`.
  mutating func begin(_ chunk: FourCharacterCode, length: Int, at offset: Int) throws(StructureFault) {
    let isFirst = canvas == nil
    switch chunk {
    case "VP8X": try require(isFirst && length == 10, of: chunk, at: offset)
    case "VP8 ": try require(mayHavePicture && length >= 10, of: chunk, at: offset)
    case "VP8L": try require(mayHavePicture && length >= 5, of: chunk, at: offset)
    case "ANIM":
      try require(isAnimated && !hasAnimationHead && length == 6, of: chunk, at: offset)
      hasAnimationHead = true
    case "ANMF": try require(hasAnimationHead && frame == nil && length >= 16, of: chunk, at: offset)
    case "ALPH": try require(isExtended && mayHavePicture, of: chunk, at: offset)
    default: try require(!isFirst, of: chunk, at: offset)
    }
  }

  /// Takes the ten bytes of a `VP8X` chunk.
  mutating func takeExtendedHeader(_ field: RawSpan, at offset: Int) throws(StructureFault) {
    isExtended = true
    isAnimated = field.byte(at: 0) & 0x02 != 0
    let size = PixelSize(width: field.littleEndian24(at: 4) + 1, height: field.littleEndian24(at: 7) + 1)
    try size.check(limits, at: offset + 4)
    canvas = size
  }

  /// Takes the first 16 bytes of an `ANMF` chunk.
  mutating func beginFrame(_ field: RawSpan, at offset: Int) throws(StructureFault) {
    guard let canvas else { return }
    let size = PixelSize(width: field.littleEndian24(at: 6) + 1, height: field.littleEndian24(at: 9) + 1)
    guard field.littleEndian24(at: 0) * 2 + size.width <= canvas.width,
      field.littleEndian24(at: 3) * 2 + size.height <= canvas.height
    else { throw StructureFault("a frame of \(size) pixels does not lie within the picture of \(canvas)", at: offset) }
    try frames.add(at: offset)
    try pixels.add(size.area, at: offset + 6)
    frame = (size, hasPicture: false)
  }

  /// Takes the end of an `ANMF` chunk.
  mutating func endFrame(at offset: Int) throws(StructureFault) {
    guard frame?.hasPicture == true else { throw StructureFault("a frame has no picture", at: offset) }
    frame = nil
    hasPicture = true
  }

  /// Takes the size that a picture's own data state, at `offset`.
  mutating func takePicture(of size: PixelSize, at offset: Int) throws(StructureFault) {
    try size.check(limits, at: offset)
    guard (frame?.size ?? canvas ?? size) == size else {
      throw StructureFault("the picture's data are of \(size) pixels, and its head claims otherwise", at: offset)
    }
    canvas = canvas ?? size
    if frame == nil { hasPicture = true } else { frame?.hasPicture = true }
  }

  /// Takes the end of the file.
  func finish(at offset: Int) throws(StructureFault) {
    guard hasPicture else { throw StructureFault("the file holds no picture", at: offset) }
  }

  /// `true` if a picture's data may come now: once in a still file, once in each frame of an animated one.
  private var mayHavePicture: Bool { frame.map { !$0.hasPicture } ?? (!isAnimated && !hasPicture) }

  private func require(_ condition: Bool, of chunk: FourCharacterCode, at offset: Int) throws(StructureFault) {
    guard condition else { throw StructureFault("the chunk '\(chunk)' has a wrong length or place", at: offset) }
  }
}
