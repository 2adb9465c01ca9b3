// SPDX-License-Identifier: Apache-2.0

/// Reads an `iprp` box: properties, and which items have them (ISO/IEC 14496-12 §8.11.14).
struct HEIFItemPropertyReader {
  private var properties: [HEIFItemProperty] = []
  private var associations: [Box] = []
  /// The properties that say in words what an item is, or are of a kind that only its maker knows.
  private(set) var descriptions: [Range<Int>] = []

  private static let describing: Set<FourCharacterCode> = ["udes", "uuid"]

  init(_ box: Box, counting segments: inout Tally) throws(StructureFault) {
    var content = box.content
    var hasContainer = false
    while !content.isAtEnd {
      var part = try content.box(counting: &segments)
      switch part.type {
      case "ipco":
        if hasContainer { throw part.isSecond }
        hasContainer = true
        while !part.content.isAtEnd {
          let box = try part.content.box(counting: &segments)
          if Self.describing.contains(box.type) { descriptions.append(box.range) }
          properties.append(try Self.property(box))
        }
      case "ipma": associations.append(part)
      default: break
      }
    }
  }

  /// Gives each item with each of its properties, in order.
  func read(
    counting segments: inout Tally, _ take: (UInt32, HEIFItemProperty) -> Void
  ) throws(StructureFault) {
    for box in associations {
      var content = box.content
      let (version, flags) = try content.versionAndFlags()
      for _ in 0..<(try content.integer(4)) {
        let identifier = UInt32(truncatingIfNeeded: try content.number(version == 0 ? 2 : 4))
        for _ in 0..<(try content.integer(1)) {
          let position = content.offset
          try segments.add(at: position)
          // The highest bit says whether readers must know the property.
          let index = flags & 1 == 1 ? try content.integer(2) & 0x7FFF : try content.integer(1) & 0x7F
          guard index <= properties.count else {
            throw StructureFault("an item has a property that does not exist", at: position)
          }
          if index > 0 { take(identifier, properties[index - 1]) }
        }
      }
    }
  }

  private static let alphaKinds = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"]

  private static func property(_ box: Box) throws(StructureFault) -> HEIFItemProperty {
    var content = box.content
    switch box.type {
    case "ispe":
      try content.skip(4)
      let size = PixelSize(width: try content.integer(4), height: try content.integer(4))
      return .size(size, offset: box.offset)
    case "irot": return .rotation(quarters: try content.integer(1) & 3)
    case "clap":
      let numbers = [try content.integer(4), try content.integer(4), try content.integer(4), try content.integer(4)]
      guard numbers[1] > 0, numbers[3] > 0 else { return .crop(nil, offset: box.offset) }
      let size = PixelSize(width: numbers[0] / numbers[1], height: numbers[2] / numbers[3])
      return .crop(size, offset: box.offset)
    case "av1C": return AV1SequenceHeader.size(content.rest).map { .codedSize($0) } ?? .other
    case "hvcC": return HEVCParameterSet.size(content.rest).map { .codedSize($0) } ?? .other
    case "colr":
      let kind = try content.fourCharacters()
      return kind == "prof" || kind == "rICC" ? .profile(content.rest) : .other
    case "auxC":
      let kinds = alphaKinds.map { Array($0.utf8) + [0] }
      try content.skip(4)
      return kinds.contains { content.rest.starts(with: $0) } ? .alpha : .other
    default: return .other
    }
  }
}
