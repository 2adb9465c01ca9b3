// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofSystem

/// Walks the chunks of a PNG file and checks the check value of each (PNG §5).
struct PNGWalker: ImageWalker {
  private enum State {
    case signature, chunkHead, data, check, end
  }

  private let limits: ImageLimits
  private var state = State.signature
  private var chunk: FourCharacterCode = "    "
  /// The number of bytes of the chunk's data that have not been asked for.
  private var unasked = 0
  private var crc = CRC32()
  private var segments: Tally
  private var structure: PNGStructure
  private var ancillary: PNGAncillary

  init(limits: ImageLimits) {
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
    structure = PNGStructure(limits: limits)
    ancillary = PNGAncillary(limits: limits)
  }

  var firstDemand: Demand { .field(8) }

  var place: String {
    switch state {
    case .signature, .chunkHead: "the head of a chunk"
    case .data, .check, .end: "the chunk \(chunk)"
    }
  }

  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    switch state {
    case .signature:
      state = .chunkHead
      return .field(8)
    case .chunkHead:
      return try takeChunkHead(field, at: offset)
    case .data:
      return try takeData(field, at: offset)
    case .check:
      guard field.bigEndian(UInt32.self, at: 0) == crc.value else {
        throw StructureFault("the check value of the chunk \(chunk) is wrong", at: offset)
      }
      state = chunk == "IEND" ? .end : .chunkHead
      return chunk == "IEND" ? .end : .field(8)
    case .end:
      return .end
    }
  }

  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {
    crc.update(run)
    if chunk == "IDAT" || chunk == "fdAT" { try structure.seePixelData(run, at: offset) }
  }

  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport {
    guard let header = structure.header else { throw StructureFault("the picture has no header", at: byteCount) }
    ancillary.takeHeader(header)
    ancillary.takeAnimation(frameCount: structure.frameCount)
    return ImageReport(
      findings: ancillary.metadata.findings(.png, stored: header.size), plan: ancillary.edits.plan(byteCount: byteCount)
    )
  }
}

extension PNGWalker {
  private mutating func takeChunkHead(_ head: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    try segments.add(at: offset)
    let length = head.bigEndian(UInt32.self, at: 0)
    chunk = head.fourCharacters(at: 4)
    guard chunk.allBytes({ (0x41...0x5A).contains($0 & ~0x20) }) else {
      throw StructureFault("a chunk's name is not made of letters", at: offset + 4)
    }
    guard length < 1 << 31 else { throw StructureFault("a chunk claims \(length) bytes", at: offset) }
    crc = CRC32()
    crc.update(head.extracting(droppingFirst: 4))
    try structure.begin(chunk, length: Int(length), at: offset)
    let isWanted = try ancillary.begin(chunk, length: Int(length), at: offset)
    return demand(length: Int(length), isWanted: isWanted)
  }

  /// Asks for the data of a chunk: what is read, as a field; the rest in runs.
  private mutating func demand(length: Int, isWanted: Bool) -> Demand {
    let isRead = isWanted || chunk == "IHDR" || chunk == "acTL" || chunk == "fcTL"
    // The pixel data of a frame follow a number of four bytes.
    let fieldLength = isRead ? length : chunk == "fdAT" ? 4 : 0
    unasked = length - fieldLength
    state = .data
    return .field(fieldLength)
  }

  private mutating func takeData(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    crc.update(field)
    if field.byteCount > 0 {
      switch chunk {
      case "IHDR": try structure.takeHeader(field, at: offset)
      case "acTL": try structure.takeAnimationControl(field, at: offset)
      case "fcTL": try structure.takeFrameControl(field, at: offset)
      case "fdAT": try structure.takeSequenceNumber(field, at: offset)
      default: try ancillary.take(field.copied, of: chunk, at: offset)
      }
    }
    defer { unasked = 0 }
    if unasked > 0 { return .run(unasked) }
    state = .check
    return .field(4)
  }
}
