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
