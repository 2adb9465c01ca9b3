// SPDX-License-Identifier: Apache-2.0

/// The picture sequences that a file may hold besides its primary picture, in a `moov` box (ISO/IEC 23008-12 §7).
struct HEIFSequence {
  private let limits: ImageLimits
  private var segments: Tally
  /// The size and the number of samples of the track that is being read.
  private var size = PixelSize(width: 0, height: 0)
  private var samples = 0
  /// The boxes that hold users' data, and where what they hold is.
  private(set) var userData: [(offset: Int, content: Range<Int>)] = []
  /// The number of samples of the longest track; 0 if there is no track.
  private(set) var frameCount = 0

  private static let privateBoxes: Set<FourCharacterCode> = ["udta", "meta", "uuid", "free", "skip"]

  private static let containers: Set<FourCharacterCode> = ["trak", "mdia", "minf", "stbl"]

  init(limits: ImageLimits) {
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
  }

  /// Reads the content of the box, and holds each track to the limits of an animation.
  mutating func check(_ content: [UInt8], at offset: Int) throws(StructureFault) {
    try check(ByteReader(content, base: offset), depth: 0)
  }

  private mutating func check(_ content: ByteReader, depth: Int) throws(StructureFault) {
    var content = content
    while !content.isAtEnd {
      var box = try content.box(counting: &segments)
      switch box.type {
      case "tkhd": try takeHeader(&box.content)
      case "stsz", "stz2":
        try box.content.skip(8)
        samples = try box.content.integer(4)
        guard samples <= limits.frames else { throw .exceeds(limits.frames, "frames", at: box.offset) }
      case _ where Self.privateBoxes.contains(box.type): userData.append((box.offset, box.range))
      case _ where Self.containers.contains(box.type):
        guard depth < Self.containers.count else {
          throw StructureFault("boxes are nested too deep", at: box.offset)
        }
        try check(box.content, depth: depth + 1)
        if box.type == "trak" { try endTrack(at: box.offset) }
      default: break
      }
    }
  }

  /// The last eight bytes of a track's header are its width and height, with 16 bits of fraction.
  private mutating func takeHeader(_ content: inout ByteReader) throws(StructureFault) {
    let offset = content.offset
    try content.skip(content.remaining - 8)
    size = PixelSize(width: try content.integer(4) >> 16, height: try content.integer(4) >> 16)
    guard size.area <= limits.pixels else { throw .exceeds(limits.pixels, "pixels", at: offset) }
  }

  private mutating func endTrack(at offset: Int) throws(StructureFault) {
    frameCount = max(frameCount, samples)
    let pixels = size.area.multipliedReportingOverflow(by: samples)
    guard !pixels.overflow, pixels.partialValue <= limits.animationPixels else {
      throw .exceeds(limits.animationPixels, "animation pixels", at: offset)
    }
    (size, samples) = (PixelSize(width: 0, height: 0), 0)
  }
}
