// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// Walks the chunks of a WebP file (RFC 9649 §2.3 to §2.7).
struct WebPWalker: ImageWalker {
  private enum State {
    case fileHead, chunkHead, field, data, padding, end
  }

  private let limits: ImageLimits
  private var state = State.fileHead
  private var chunk: FourCharacterCode = "    "
  private var chunkLength = 0
  /// The number of bytes of the chunk's data that have not been asked for.
  private var unasked = 0
  /// The positions at which the file and the frame that is being taken end; `nil` if no frame is being taken.
  private var end = 0
  private var frameEnd: Int?
  private var segments: Tally
  private var structure: WebPStructure
  private var ancillary: WebPAncillary
  private var chunkStart = 0

  init(limits: ImageLimits) {
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
    structure = WebPStructure(limits: limits)
    ancillary = WebPAncillary(limits: limits)
  }

  var firstDemand: Demand { .field(12) }

  var place: String {
    switch state {
    case .fileHead: "the header"
    case .chunkHead: "the head of a chunk"
    case .field, .data, .padding, .end: "the chunk '\(chunk)'"
    }
  }

  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    switch state {
    case .fileHead:
      end = Int(field.littleEndian(UInt32.self, at: 4)) + 8
      guard end % 2 == 0 else { throw StructureFault("the file claims an odd length", at: offset + 4) }
      return try nextChunk(at: 12)
    case .chunkHead:
      return try takeChunkHead(field, at: offset)
    case .field:
      return try takeField(field, at: offset)
    case .data:
      return try endChunk(at: offset)
    case .padding:
      guard field.byte(at: 0) == 0 else { throw StructureFault("a chunk is not padded with zero", at: offset) }
      return try nextChunk(at: offset + 1)
    case .end:
      return .end
    }
  }

  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport {
    guard let size = structure.canvas else { throw StructureFault("the file holds no picture", at: byteCount) }
    return ImageReport(
      findings: ancillary.metadata.findings(.webp, stored: size), plan: ancillary.plan(byteCount: byteCount))
  }
}

extension WebPWalker {
  /// Goes on after a chunk that ended at `offset`, padding included.
  private mutating func nextChunk(at offset: Int) throws(StructureFault) -> Demand {
    if offset == frameEnd {
      try structure.endFrame(at: offset)
      ancillary.endFrame()
      frameEnd = nil
    }
    guard offset < end else {
      try structure.finish(at: offset)
      state = .end
      return .end
    }
    state = .chunkHead
    return .field(8)
  }

  private mutating func takeChunkHead(_ head: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    try segments.add(at: offset)
    chunkStart = offset
    chunk = head.fourCharacters(at: 0)
    chunkLength = Int(head.littleEndian(UInt32.self, at: 4))
    guard offset + 8 + chunkLength + chunkLength % 2 <= frameEnd ?? end else {
      throw StructureFault("the chunk '\(chunk)' reaches past the end of what holds it", at: offset + 4)
    }
    try structure.begin(chunk, length: chunkLength, at: offset)
    let fieldLength =
      switch chunk {
      case "VP8X", "VP8 ": 10
      case "VP8L": 5
      case "ANMF": 16
      case "EXIF", "XMP ", "ICCP": chunkLength <= limits.metadataBytes && frameEnd == nil ? chunkLength : 0
      default: 0
      }
    unasked = chunkLength - fieldLength
    state = .field
    return .field(fieldLength)
  }

  private mutating func takeField(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    switch chunk {
    case "VP8X":
      try structure.takeExtendedHeader(field, at: offset)
      ancillary.takeFlags(field.byte(at: 0), at: offset)
    case "VP8 ":
      let picture = try WebPBitstream(lossy: field, length: chunkLength, at: offset)
      try structure.takePicture(of: picture.size, at: offset + 6)
    case "VP8L":
      let picture = try WebPBitstream(lossless: field, at: offset)
      try structure.takePicture(of: picture.size, at: offset + 1)
      if picture.hasAlpha { ancillary.takeAlpha() }
    case "ANMF":
      try structure.beginFrame(field, at: offset)
      ancillary.beginFrame(length: chunkLength, lengthOffset: chunkStart + 4)
      frameEnd = offset + chunkLength + chunkLength % 2
      return try nextChunk(at: offset + field.byteCount)
    default:
      let range = chunkStart..<chunkStart + 8 + chunkLength + chunkLength % 2
      if field.byteCount > 0 {
        ancillary.take(field.copied, of: chunk, range)
      } else {
        ancillary.takeUnread(chunk, range)
      }
    }
    state = .data
    return .skip(unasked)
  }

  private mutating func endChunk(at offset: Int) throws(StructureFault) -> Demand {
    guard chunkLength % 2 == 1 else { return try nextChunk(at: offset) }
    state = .padding
    return .field(1)
  }
}

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
