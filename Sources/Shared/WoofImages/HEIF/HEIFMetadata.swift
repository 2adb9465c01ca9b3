// SPDX-License-Identifier: Apache-2.0

/// The statements of a `meta` box about the items of a file (ISO/IEC 14496-12 §8.11).
///
/// Only the containers that are needed are entered, so it is never more than four boxes deep.
struct HEIFMetadata {
  private(set) var items: [UInt32: HEIFItem] = [:]
  private(set) var primaryItem: UInt32?
  /// The content of the `idat` box; empty if there is none.
  private(set) var itemData: [UInt8] = []
  /// The position of its first byte in the file.
  private(set) var itemDataOffset = 0
  /// The boxes that a reader need not know, and where what they hold is.
  private(set) var unknownBoxes: [(offset: Int, content: Range<Int>)] = []
  /// The content of the properties that describe an item in words.
  private(set) var descriptions: [Range<Int>] = []
  private let limits: ImageLimits
  private var segments: Tally
  private var seen: Set<FourCharacterCode> = []

  /// Reads the content of the box.
  ///
  /// - Parameter offset: Its position in the file.
  init(_ content: [UInt8], at offset: Int, limits: ImageLimits) throws(StructureFault) {
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
    var reader = ByteReader(content, base: offset)
    _ = try reader.versionAndFlags()
    var boxes: [Box] = []
    while !reader.isAtEnd {
      let box = try reader.box(counting: &segments)
      if Self.single.contains(box.type), !seen.insert(box.type).inserted { throw box.isSecond }
      boxes.append(box)
    }
    // The declarations of the items come first, wherever they stand.
    for box in boxes where box.type == "iinf" { try readItems(box) }
    for box in boxes { try read(box) }
  }

  /// The items in the order in which they are declared.
  var declaredItems: [HEIFItem] { items.values.sorted { $0.offset < $1.offset } }

  /// The end of the last of the items' bytes in the file, and the position of that item's declaration. The extents of
  /// items in the `idat` box must end within that box.
  var farthestExtent: (end: Int, declaration: Int) {
    get throws(StructureFault) {
      var farthest = (end: 0, declaration: 0)
      for item in declaredItems {
        guard let location = item.location, let end = location.extents.lazy.map(\.upperBound).max() else { continue }
        if !location.isInItemData {
          if end > farthest.end { farthest = (end, item.offset) }
        } else if end > itemData.count {
          throw StructureFault("the bytes of an item lie beyond the end of the box 'idat'", at: item.offset)
        }
      }
      return farthest
    }
  }

  private static let single: Set<FourCharacterCode> = ["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat"]
  private static let harmless: Set<FourCharacterCode> = ["dinf", "grpl", "ipro"]

  private mutating func read(_ box: Box) throws(StructureFault) {
    switch box.type {
    case "hdlr": try readHandler(box)
    case "pitm": try readPrimaryItem(box)
    case "iloc": try HEIFItemLocationReader(box).read(counting: &segments) { items[$0]?.location = $1 }
    case "iref": try readReferences(box)
    case "iprp": try readProperties(box)
    case "idat":
      itemData = box.content.rest
      itemDataOffset = box.content.offset
    case _ where Self.single.contains(box.type) || Self.harmless.contains(box.type): break
    default: unknownBoxes.append((box.offset, box.range))
    }
  }

  private func readHandler(_ box: Box) throws(StructureFault) {
    var content = box.content
    try content.skip(8)
    guard try content.fourCharacters() == "pict" else {
      throw StructureFault("the file's metadata are not those of pictures", at: box.offset)
    }
  }

  private mutating func readPrimaryItem(_ box: Box) throws(StructureFault) {
    var content = box.content
    let version = try content.versionAndFlags().version
    primaryItem = UInt32(truncatingIfNeeded: try content.number(version == 0 ? 2 : 4))
  }

  private mutating func readItems(_ box: Box) throws(StructureFault) {
    var content = box.content
    let version = try content.versionAndFlags().version
    let count = try content.integer(version == 0 ? 2 : 4)
    guard count <= limits.frames else { throw .exceeds(limits.frames, "frames", at: box.offset) }
    for _ in 0..<count {
      var entry = try content.box(counting: &segments)
      let version = try entry.content.versionAndFlags().version
      guard entry.type == "infe", version == 2 || version == 3 else {
        throw StructureFault("an item is not declared as those of pictures are", at: entry.offset)
      }
      let identifier = UInt32(truncatingIfNeeded: try entry.content.number(version == 2 ? 2 : 4))
      try entry.content.skip(2)
      let type = try entry.content.fourCharacters()
      let mediaType = type == "mime" ? Self.mediaType(entry.content.rest) : nil
      let item = HEIFItem(type: type, mediaType: mediaType, offset: entry.offset)
      guard items.updateValue(item, forKey: identifier) == nil else {
        throw StructureFault("two items have the number \(identifier)", at: entry.offset)
      }
    }
  }

  /// Returns the text that follows an item's name and its NUL, up to the next NUL; `nil` if it is not UTF-8.
  private static func mediaType(_ texts: [UInt8]) -> String? {
    let type = texts.drop { $0 != 0 }.dropFirst().prefix { $0 != 0 }
    return String(validating: type, as: UTF8.self)
  }

  private mutating func readReferences(_ box: Box) throws(StructureFault) {
    var content = box.content
    let width = try content.versionAndFlags().version == 0 ? 2 : 4
    while !content.isAtEnd {
      var reference = try content.box(counting: &segments)
      let source = UInt32(truncatingIfNeeded: try reference.content.number(width))
      var targets: [UInt32] = []
      for _ in 0..<(try reference.content.integer(2)) {
        targets.append(UInt32(truncatingIfNeeded: try reference.content.number(width)))
      }
      switch reference.type {
      case "dimg": items[source]?.inputs += targets
      case "cdsc": items[source]?.describes += targets
      default: break
      }
    }
  }

  private mutating func readProperties(_ box: Box) throws(StructureFault) {
    let reader = try HEIFItemPropertyReader(box, counting: &segments)
    descriptions = reader.descriptions
    try reader.read(counting: &segments) { items[$0]?.add($1) }
  }
}
