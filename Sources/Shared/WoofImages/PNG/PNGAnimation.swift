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
