// SPDX-License-Identifier: Apache-2.0

/// A box of the ISO base media format inside another (ISO/IEC 14496-12 §4.2).
struct Box {
  let type: FourCharacterCode
  /// The position in the file of its first byte.
  let offset: Int
  /// A reader of what it holds.
  var content: ByteReader

  /// The positions in the file of what it holds.
  var range: Range<Int> { content.offset..<content.offset + content.remaining }

  /// The fault of having a second box of a type of which there may be one.
  var isSecond: StructureFault { StructureFault("there is a second box '\(type)'", at: offset) }
}

extension ByteReader {
  /// Reads the next box, whole.
  mutating func box(counting segments: inout Tally) throws(StructureFault) -> Box {
    let start = offset
    try segments.add(at: start)
    var size = try number(4)
    let type = try fourCharacters()
    var headSize: UInt64 = 8
    if size == 1 {
      size = try number(8)
      headSize = 16
    }
    guard size >= headSize, size - headSize <= UInt64(remaining) else {
      throw StructureFault("the box '\(type)' is shorter than its head or longer than what holds it", at: start)
    }
    return Box(type: type, offset: start, content: try part(Int(size - headSize)))
  }

  /// Reads the version and the flags that some boxes begin with.
  mutating func versionAndFlags() throws(StructureFault) -> (version: Int, flags: Int) {
    (try integer(1), try integer(3))
  }
}
