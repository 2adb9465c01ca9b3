/// The parts of a HEIF file that a shareable copy overwrites. Everything in it keeps its place, so no position changes.
struct HEIFBlanking {
  private var edits = ShareableEdits()
  /// The ranges of the pictures' bytes, and those of other items with the bytes that replace them.
  private var pictures: [Range<Int>] = []
  private var others: [(range: Range<Int>, bytes: [UInt8], padding: UInt8)] = []
  /// The contents of the `mdat` and `idat` boxes.
  private var containers: [Range<Int>] = []
  /// `true` if the file has a `moov` or `moof` box. Its references into `mdat` are not followed, so bytes that belong
  /// to no item are kept then.
  private var hasSequence = false

  private static let kept: Set<FourCharacterCode> = ["ftyp", "meta", "mdat", "moov", "moof", "mfra", "sidx", "styp"]
  private static let freeType: [UInt8] = Array("free".utf8)
  private static let emptyPacket = Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#.utf8)

  /// Takes a box of the file; `end` may lie beyond the file's end.
  mutating func takeBox(_ type: FourCharacterCode, at offset: Int, content: Int, end: Int) {
    if !Self.kept.contains(type) { free(at: offset, content: content..<max(content, end)) }
    if type == "mdat" { containers.append(content..<max(content, end)) }
    if type == "moof" { hasSequence = true }
  }

  mutating func takeSequence(_ sequence: HEIFSequence) {
    hasSequence = true
    for box in sequence.userData { free(at: box.offset, content: box.content) }
  }

  mutating func takeMetadata(_ metadata: HEIFMetadata) {
    for box in metadata.unknownBoxes { free(at: box.offset, content: box.content) }
    for range in metadata.descriptions { edits.overwrite(range) }
    let itemData = metadata.itemDataOffset
    containers.append(itemData..<itemData + metadata.itemData.count)
    for item in metadata.declaredItems {
      guard let location = item.location else { continue }
      let base = location.isInItemData ? itemData : 0
      let ranges = location.extents.compactMap { Self.range($0, from: base) }
      if item.isPicture {
        pictures += ranges
      } else {
        let isWhole = ranges.count == 1
        let bytes = !isWhole ? [] : item.type == "Exif" ? ShareableExif.emptyItem : item.isXMP ? Self.emptyPacket : []
        others += ranges.map { ($0, bytes, item.isXMP ? UInt8(ascii: " ") : 0) }
      }
    }
  }

  /// The plan for a file of so many bytes.
  func plan(byteCount: Int) -> ShareablePlan {
    var edits = edits
    let containers = RangeList(containers.map { $0.clamped(to: 0..<byteCount) })
    let pictures = RangeList(pictures)
    let others = others.filter { containers.contains($0.range) && !pictures.overlaps($0.range) }
    for other in others { edits.overwrite(other.range, with: other.bytes, padding: other.padding) }
    if !hasSequence {
      let used = RangeList(pictures.ranges + others.map(\.range))
      for range in containers.subtracting(used) { edits.overwrite(range) }
    }
    return edits.plan(byteCount: byteCount)
  }

  /// Makes a box one of free space.
  private mutating func free(at offset: Int, content: Range<Int>) {
    edits.overwrite(offset + 4..<offset + 8, with: Self.freeType)
    if !content.isEmpty { edits.overwrite(content) }
  }

  private static func range(_ extent: Range<Int>, from base: Int) -> Range<Int>? {
    let (end, overflows) = extent.upperBound.addingReportingOverflow(base)
    return overflows || extent.isEmpty ? nil : extent.lowerBound + base..<end
  }
}
