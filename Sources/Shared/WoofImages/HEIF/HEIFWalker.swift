// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// Walks the boxes of a HEIF or AVIF file (ISO/IEC 14496-12 §4.2, ISO/IEC 23008-12).
///
/// The `meta` box is kept and read whole. EXIF data and XMP packets that come after it are read as they come. Bytes
/// before it that look like such data are kept until it states where the data are.
struct HEIFWalker: ImageWalker {
  private enum State {
    case boxHead, largeSize, metadata, sequence, beforeItem, item(HEIFWantedItem), content, passedData, openBox
  }

  private let brand: ImageType
  private let limits: ImageLimits
  private var state = State.boxHead
  private var box: FourCharacterCode = "ftyp"
  /// The positions of the box that is being taken: of its first byte, and after its last; `Int.max` if it has no stated
  /// end.
  private var boxStart = 0
  private var boxEnd = 0
  private var segments: Tally
  private var picture: HEIFPicture?
  /// The end of the last of the items' bytes in the file, and the position of that item's declaration.
  private var farthest = (end: 0, declaration: 0)
  /// The items with metadata whose bytes are still to come, the nearest last.
  private var wanted: [HEIFWantedItem] = []
  /// The bytes of `mdat` that came before the `meta` box and may be metadata.
  private var passedData: HEIFPassedData
  /// The content of a last box that reaches to the end of the file, and its position.
  private var openBox: (content: [UInt8], offset: Int) = ([], 0)
  private var annotations: MetadataCollection
  private var blanking = HEIFBlanking()

  /// - Parameter type: The format that the file's brands announce.
  init(type: ImageType, limits: ImageLimits) {
    brand = type
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
    passedData = HEIFPassedData(limit: limits.metadataBytes)
    annotations = MetadataCollection(limits: limits)
  }

  var firstDemand: Demand { .fieldOrEnd(8) }

  var place: String {
    switch state {
    case .boxHead, .largeSize: "the head of a box"
    default: "the box '\(box)'"
    }
  }

  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    switch state {
    case .boxHead:
      return try takeBoxHead(field, at: offset)
    case .largeSize:
      return try takeSize(field.bigEndian(UInt64.self, at: 0), headSize: 16)
    case .metadata:
      try takeMetadata(field.copied, at: offset)
      return nextBox()
    case .sequence:
      try takeSequence(field.copied, at: offset)
      return nextBox()
    case .beforeItem:
      guard let item = wanted.popLast() else { return passOver(from: offset) }
      state = .item(item)
      return .field(item.range.count)
    case .item(let item):
      item.take(field.copied, into: &annotations)
      return demandContent(from: offset + field.byteCount)
    case .content, .passedData:
      return nextBox()
    case .openBox:
      return .tail
    }
  }

  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {
    switch state {
    case .passedData:
      passedData.see(run, at: offset)
    case .openBox:
      guard run.byteCount <= limits.metadataBytes - openBox.content.count else {
        throw .exceeds(limits.metadataBytes, "metadata bytes", at: boxStart)
      }
      run.append(to: &openBox.content)
    default: break
    }
  }

  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport {
    if case .openBox = state {
      if box == "meta" {
        try takeMetadata(openBox.content, at: openBox.offset)
      } else {
        try takeSequence(openBox.content, at: openBox.offset)
      }
    }
    guard let picture else { throw StructureFault("the file has no box 'meta'", at: byteCount) }
    guard farthest.end <= byteCount else {
      throw StructureFault("the bytes of an item lie beyond the end of the file", at: farthest.declaration)
    }
    return ImageReport(
      findings: annotations.findings(picture.type, displayed: picture.displayed),
      plan: blanking.plan(byteCount: byteCount))
  }
}

extension HEIFWalker {
  private mutating func nextBox() -> Demand {
    state = .boxHead
    return .fieldOrEnd(8)
  }

  private mutating func takeBoxHead(_ head: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    try segments.add(at: offset)
    boxStart = offset
    box = head.fourCharacters(at: 4)
    guard box.allBytes({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else {
      throw StructureFault("a box's name is not made of characters", at: offset + 4)
    }
    switch head.bigEndian(UInt32.self, at: 0) {
    case 0:
      boxEnd = .max
      return try takeContent(at: offset + 8)
    case 1:
      state = .largeSize
      return .field(8)
    case let size:
      return try takeSize(UInt64(size), headSize: 8)
    }
  }

  private mutating func takeSize(_ size: UInt64, headSize: Int) throws(StructureFault) -> Demand {
    guard size >= UInt64(headSize) else {
      throw StructureFault("the box '\(box)' is shorter than its own head", at: boxStart)
    }
    guard size <= UInt64(max(0, limits.bytes - boxStart)) else { throw .exceeds(limits.bytes, "bytes", at: boxStart) }
    boxEnd = boxStart + Int(size)
    return try takeContent(at: boxStart + headSize)
  }

  /// Asks for the content of a box, which is at `offset`.
  private mutating func takeContent(at offset: Int) throws(StructureFault) -> Demand {
    blanking.takeBox(box, at: boxStart, content: offset, end: boxEnd)
    switch box {
    case "ftyp" where boxStart > 0, "meta" where picture != nil:
      throw StructureFault("there is a second box '\(box)'", at: boxStart)
    case "meta", "moov":
      guard boxEnd < .max else {
        state = .openBox
        openBox.offset = offset
        return .tail
      }
      guard boxEnd - offset <= limits.metadataBytes else {
        throw .exceeds(limits.metadataBytes, "metadata bytes", at: boxStart)
      }
      state = box == "meta" ? .metadata : .sequence
      return .field(boxEnd - offset)
    default:
      return demandContent(from: offset)
    }
  }

  private mutating func takeMetadata(_ content: [UInt8], at offset: Int) throws(StructureFault) {
    let metadata = try HEIFMetadata(content, at: offset, limits: limits)
    let picture = try HEIFPicture(of: metadata, announcedAs: brand, limits: limits, at: offset)
    farthest = try metadata.farthestExtent
    self.picture = picture
    annotations.takeProfile(picture.profile ?? [])
    annotations.hasAlpha = picture.hasAlpha
    blanking.takeMetadata(metadata)
    want([(picture.exif, .exif), (picture.xmp, .xmp)], in: metadata)
    passedData = HEIFPassedData(limit: 0)
  }

  private mutating func takeSequence(_ content: [UInt8], at offset: Int) throws(StructureFault) {
    var sequence = HEIFSequence(limits: limits)
    try sequence.check(content, at: offset)
    annotations.isAnimated = annotations.isAnimated || sequence.frameCount > 1
    blanking.takeSequence(sequence)
  }

  /// Takes the items with metadata that are there already, and remembers the others.
  private mutating func want(_ items: [(HEIFItem?, HEIFWantedItem.Kind)], in metadata: HEIFMetadata) {
    for (item, kind) in items {
      guard let location = item?.location, let extent = location.extents.first, location.extents.count == 1,
        extent.count <= limits.metadataBytes
      else { continue }
      let wantedItem = HEIFWantedItem(kind: kind, range: extent)
      if location.isInItemData {
        wantedItem.take(Array(metadata.itemData[extent]), into: &annotations)
      } else if let bytes = passedData.bytes(of: extent) {
        wantedItem.take(bytes, into: &annotations)
      } else {
        wanted.append(wantedItem)
      }
    }
    wanted.sort { $0.range.lowerBound > $1.range.lowerBound }
  }

  /// Asks for the next wanted item in the box that is being taken, or passes over the rest of it. Items that were passed
  /// already are left out.
  private mutating func demandContent(from offset: Int) -> Demand {
    while let item = wanted.last, item.range.lowerBound < offset { wanted.removeLast() }
    guard let item = wanted.last, item.range.upperBound <= boxEnd else { return passOver(from: offset) }
    state = .beforeItem
    return .skip(item.range.lowerBound - offset)
  }

  private mutating func passOver(from offset: Int) -> Demand {
    if box == "mdat", picture == nil, boxEnd < .max {
      state = .passedData
      return .run(boxEnd - offset)
    }
    state = .content
    return boxEnd == .max ? .tail : .skip(boxEnd - offset)
  }
}

/// An item of a HEIF file that holds metadata, and where its bytes are.
struct HEIFWantedItem: Equatable {
  enum Kind { case exif, xmp }

  let kind: Kind
  let range: Range<Int>

  /// Reads the item's bytes.
  func take(_ bytes: [UInt8], into metadata: inout MetadataCollection) {
    switch kind {
    case .xmp: metadata.takeXMP(bytes)
    case .exif:
      // The distance to the data proper comes first (ISO/IEC 23008-12 §A.2.1).
      guard bytes.count >= 4 else { return }
      let distance = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
      metadata.takeExif(Array(bytes.dropFirst(4).dropFirst(distance)))
    }
  }
}
