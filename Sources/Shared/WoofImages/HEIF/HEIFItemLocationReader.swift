// SPDX-License-Identifier: Apache-2.0

/// Reads an `iloc` box: where the bytes of items are (ISO/IEC 14496-12 §8.11.3).
struct HEIFItemLocationReader {
  private var content: ByteReader
  private let version: Int
  private let offsetSize: Int
  private let lengthSize: Int
  private let baseSize: Int
  private let indexSize: Int

  init(_ box: Box) throws(StructureFault) {
    content = box.content
    version = try content.versionAndFlags().version
    guard version <= 2 else { throw StructureFault("the box iloc has the unknown version \(version)", at: box.offset) }
    let sizes = try content.integer(2)
    (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    indexSize = version == 0 ? 0 : sizes & 15
    for size in [offsetSize, lengthSize, baseSize, indexSize] where ![0, 4, 8].contains(size) {
      throw StructureFault("the box iloc has numbers of \(size) bytes", at: box.offset)
    }
  }

  /// Gives each item with its location.
  consuming func read(
    counting segments: inout Tally, _ take: (UInt32, HEIFItemLocation) -> Void
  ) throws(StructureFault) {
    for _ in 0..<(try content.integer(version < 2 ? 2 : 4)) {
      let start = content.offset
      try segments.add(at: start)
      let identifier = UInt32(truncatingIfNeeded: try content.number(version < 2 ? 2 : 4))
      let method = version == 0 ? 0 : try content.integer(2) & 15
      guard method <= 1, try content.integer(2) == 0 else {
        throw StructureFault("an item's bytes are in another file or another item", at: start)
      }
      let base = try content.number(baseSize)
      var location = HEIFItemLocation(isInItemData: method == 1, extents: [])
      for _ in 0..<(try content.integer(2)) {
        location.extents.append(try extent(from: base, counting: &segments))
      }
      take(identifier, location)
    }
  }

  private mutating func extent(from base: UInt64, counting segments: inout Tally) throws(StructureFault) -> Range<Int> {
    let start = content.offset
    try segments.add(at: start)
    try content.skip(indexSize)
    let (lower, overflows) = base.addingReportingOverflow(try content.number(offsetSize))
    let (upper, overflowsToo) = lower.addingReportingOverflow(try content.number(lengthSize))
    guard !overflows, !overflowsToo, let lower = Int(exactly: lower), let upper = Int(exactly: upper) else {
      throw StructureFault("an item's bytes lie beyond the end of the file", at: start)
    }
    return lower..<upper
  }
}
