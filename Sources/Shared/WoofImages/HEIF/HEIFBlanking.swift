// SPDX-License-Identifier: Apache-2.0

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

/// Positions as ranges in ascending order, none of which overlaps or touches the next.
struct RangeList {
  private(set) var ranges: [Range<Int>] = []

  /// Makes a list of ranges in any order.
  init(_ unordered: [Range<Int>]) {
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Returns `true` if one range of the list has all of these positions.
  func contains(_ range: Range<Int>) -> Bool {
    last(beginningBefore: range.lowerBound + 1).map { $0.upperBound >= range.upperBound } ?? false
  }

  /// Returns `true` if at least one of these positions is in the list.
  func overlaps(_ range: Range<Int>) -> Bool {
    last(beginningBefore: range.upperBound).map { $0.upperBound > range.lowerBound } ?? false
  }

  /// Returns the positions of this list that are not in the other, as ranges in ascending order.
  func subtracting(_ other: RangeList) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var index = 0
    for range in ranges {
      var start = range.lowerBound
      while index < other.ranges.count, other.ranges[index].upperBound <= start { index += 1 }
      var next = index
      while next < other.ranges.count, other.ranges[next].lowerBound < range.upperBound {
        let obstacle = other.ranges[next]
        if obstacle.lowerBound > start { rest.append(start..<obstacle.lowerBound) }
        start = max(start, obstacle.upperBound)
        next += 1
      }
      if start < range.upperBound { rest.append(start..<range.upperBound) }
      index = max(index, next - 1)
    }
    return rest
  }

  private func last(beginningBefore position: Int) -> Range<Int>? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < position { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? ranges[low - 1] : nil
  }
}
