// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The chunks of a PNG file that its pixels do not depend on: what they say, and which of them a shareable copy keeps.
struct PNGAncillary {
  private let limits: ImageLimits
  private var bytes: Tally
  private(set) var metadata: MetadataCollection
  private(set) var edits = ShareableEdits()
  /// The chunk that is being taken, from its length to its check value.
  private var range = 0..<0

  /// The chunks that make the picture, its colours, its resolution and its animation; the copy keeps them unchanged.
  private static let kept: Set<FourCharacterCode> = [
    "IHDR", "PLTE", "IDAT", "IEND", "acTL", "fcTL", "fdAT", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV",
    "cLLI", "sBIT", "bKGD", "hIST", "pHYs",
  ]
  private static let animation: Set<FourCharacterCode> = ["acTL", "fcTL", "fdAT"]
  private static let compressed: Set<FourCharacterCode> = ["zTXt", "iTXt", "iCCP"]
  private static let longestKeyword = 79
  private static let xmpKeyword: [UInt8] = Array("XML:com.adobe.xmp".utf8)

  init(limits: ImageLimits) {
    self.limits = limits
    bytes = Tally(of: "ancillary bytes", limit: limits.ancillaryBytes)
    metadata = MetadataCollection(limits: limits)
  }

  /// Takes the head of a chunk, at `offset`. Returns `true` if its data are wanted whole.
  mutating func begin(_ chunk: FourCharacterCode, length: Int, at offset: Int) throws(StructureFault) -> Bool {
    range = offset..<offset + 12 + length
    let isAncillary = chunk.bytes[0] & 0x20 != 0 && !Self.animation.contains(chunk)
    if isAncillary { try bytes.add(length, at: offset) }
    if chunk == "tRNS" { metadata.hasAlpha = true }
    if Self.compressed.contains(chunk) {
      guard length <= limits.metadataBytes else {
        throw .exceeds(limits.metadataBytes, "metadata bytes", at: offset)
      }
    }
    if chunk == "eXIf", length <= limits.metadataBytes { return true }
    if !Self.kept.contains(chunk) { edits.remove(range) }
    return Self.compressed.contains(chunk)
  }

  /// Takes the data of a chunk that were wanted, at `offset`.
  mutating func take(_ data: [UInt8], of chunk: FourCharacterCode, at offset: Int) throws(StructureFault) {
    switch chunk {
    case "eXIf": takeExif(data)
    case "iCCP": try takeProfile(data, at: offset)
    case "zTXt": _ = try inflated(data, after: keyword(data).count + 2, at: offset)
    case "iTXt": try takeText(data, at: offset)
    default: break
    }
  }

  mutating func takeHeader(_ header: PNGHeader) {
    if header.hasAlpha { metadata.hasAlpha = true }
  }

  mutating func takeAnimation(frameCount: Int) { metadata.isAnimated = frameCount > 1 }

  private mutating func takeExif(_ data: [UInt8]) {
    let hadExif = metadata.hasExif
    metadata.takeExif(data)
    guard !hadExif, metadata.hasExif, let kept = ShareableExif.data(metadata.orientation) else {
      edits.remove(range)
      return
    }
    if kept != data { edits.replace(range, with: Self.chunk("eXIf", kept)) }
  }

  /// A profile's name, a NUL, the method of compression and the compressed profile (PNG §11.3.2.3).
  private mutating func takeProfile(_ data: [UInt8], at offset: Int) throws(StructureFault) {
    let name = keyword(data)
    metadata.takeProfile(try inflated(data, after: name.count + 2, at: offset))
    metadata.takeProfileName(MetadataText.text(name))
  }

  /// A keyword, a NUL, whether the text is compressed, how, its language and the keyword in it, and the text
  /// (PNG §11.3.3.4).
  private mutating func takeText(_ data: [UInt8], at offset: Int) throws(StructureFault) {
    let keyword = keyword(data)
    let rest = data.dropFirst(keyword.count + 1)
    guard let flag = rest.first, let language = rest.dropFirst(2).firstIndex(of: 0),
      let translation = data[(language + 1)...].firstIndex(of: 0)
    else { return }
    let text =
      flag == 0 ? Array(data[(translation + 1)...]) : try inflated(data, after: translation + 1, at: offset)
    if keyword.elementsEqual(Self.xmpKeyword) { metadata.takeXMP(text) }
  }

  private func keyword(_ data: [UInt8]) -> ArraySlice<UInt8> { data.prefix(Self.longestKeyword).prefix { $0 != 0 } }

  /// Returns the inflated bytes of a compressed part; none if they exceed ``ImageLimits/metadataBytes``. All of them
  /// count as ancillary bytes.
  private mutating func inflated(
    _ data: [UInt8], after start: Int, at offset: Int
  ) throws(StructureFault) -> [UInt8] {
    let room = limits.ancillaryBytes - bytes.count
    let inflation = Inflation(Array(data.dropFirst(start)), limit: room, keeping: limits.metadataBytes)
    switch inflation.outcome {
    case .exceedsLimit: throw .exceeds(limits.ancillaryBytes, "ancillary bytes", at: offset)
    case .length(let length): try bytes.add(length, at: offset)
    }
    return inflation.bytes
  }

  private static func chunk(_ type: FourCharacterCode, _ data: [UInt8]) -> [UInt8] {
    let named = type.bytes.indices.map { type.bytes[$0] } + data
    return bigEndian(UInt32(data.count)) + named + bigEndian(CRC32.value(of: named))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
  }
}
