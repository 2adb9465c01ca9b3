// SPDX-License-Identifier: Apache-2.0

/// The metadata of a WebP file, and what a shareable copy leaves out of it.
struct WebPAncillary {
  private(set) var metadata: MetadataCollection
  private var edits = ShareableEdits()
  /// The position of the flags of an extended file, and their value; `nil` if the file is not extended.
  private var flags: (offset: Int, value: UInt8)?
  /// The difference between the copy's length and the original's in bytes, and the frame that is being taken, with the
  /// part of the difference that lies in it.
  private var growth = 0
  private var frame: (lengthOffset: Int, length: Int, growth: Int)?
  private var keepsExif = false

  private static let kept: Set<FourCharacterCode> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]

  private enum Flag {
    static let animation: UInt8 = 0x02
    static let xmp: UInt8 = 0x04
    static let exif: UInt8 = 0x08
    static let alpha: UInt8 = 0x10
  }

  init(limits: ImageLimits) { metadata = MetadataCollection(limits: limits) }

  mutating func takeFlags(_ value: UInt8, at offset: Int) {
    flags = (offset, value)
    metadata.isAnimated = value & Flag.animation != 0
    metadata.hasAlpha = value & Flag.alpha != 0
  }

  mutating func takeAlpha() { metadata.hasAlpha = true }

  /// Takes a chunk that is not needed for the picture or its metadata, or too long to be read.
  mutating func takeUnread(_ chunk: FourCharacterCode, _ range: Range<Int>) {
    if !Self.kept.contains(chunk) { remove(range) }
  }

  mutating func take(_ data: [UInt8], of chunk: FourCharacterCode, _ range: Range<Int>) {
    switch chunk {
    case "ICCP": metadata.takeProfile(data)
    case "XMP ":
      metadata.takeXMP(data)
      remove(range)
    default: takeExif(data, range)
    }
  }

  mutating func beginFrame(length: Int, lengthOffset: Int) { frame = (lengthOffset, length, 0) }

  mutating func endFrame() {
    if let frame, frame.growth != 0 {
      edits.replace(
        frame.lengthOffset..<frame.lengthOffset + 4, with: Self.littleEndian(frame.length + frame.growth))
    }
    frame = nil
  }

  /// The plan for a file of so many bytes.
  mutating func plan(byteCount: Int) -> ShareablePlan {
    if growth != 0 { edits.replace(4..<8, with: Self.littleEndian(byteCount - 8 + growth)) }
    if let flags {
      let value = flags.value & ~Flag.xmp & ~Flag.exif | (keepsExif ? Flag.exif : 0)
      if value != flags.value { edits.replace(flags.offset..<flags.offset + 1, with: [value]) }
    }
    return edits.plan(byteCount: byteCount)
  }

  private mutating func takeExif(_ data: [UInt8], _ range: Range<Int>) {
    let hadExif = metadata.hasExif
    metadata.takeExif(data)
    guard !hadExif, metadata.hasExif, let kept = ShareableExif.data(metadata.orientation) else {
      remove(range)
      return
    }
    keepsExif = true
    guard kept != data else { return }
    edits.replace(range, with: Array("EXIF".utf8) + Self.littleEndian(kept.count) + kept)
    grow(by: 8 + kept.count - range.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    edits.remove(range)
    grow(by: -range.count)
  }

  private mutating func grow(by count: Int) {
    growth += count
    frame?.growth += count
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
