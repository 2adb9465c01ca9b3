// SPDX-License-Identifier: Apache-2.0

/// The size that the coded data of an AV1 picture have room for (AV1 specification §5.5).
enum AV1SequenceHeader {
  private static let sequenceHeaderType = 1

  /// The size out of the content of an `av1C` property; `nil` where it has no sequence header, as it need not.
  static func size(_ configuration: [UInt8]) -> PixelSize? {
    var rest = configuration.dropFirst(4)
    while let head = rest.popFirst() {
      let (type, isExtended, hasSize) = (Int(head >> 3 & 15), head & 4 != 0, head & 2 != 0)
      if isExtended { _ = rest.popFirst() }
      guard let size = hasSize ? leb128(&rest) : rest.count, size <= rest.count else { return nil }
      if type == sequenceHeaderType {
        var reader = BitstreamReader(rest.prefix(size))
        return try? self.size(&reader)
      }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  private static func leb128(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for index in 0..<8 {
      guard let byte = bytes.popFirst() else { return nil }
      value |= Int(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  private static func size(_ reader: inout BitstreamReader) throws(BitstreamReader.Ended) -> PixelSize {
    try reader.skip(4)
    if try reader.flag() {
      try reader.skip(5)
    } else {
      try skipOperatingPoints(&reader)
    }
    let (widthBits, heightBits) = (try reader.bits(4) + 1, try reader.bits(4) + 1)
    return PixelSize(width: try reader.bits(widthBits) + 1, height: try reader.bits(heightBits) + 1)
  }

  private static func skipOperatingPoints(_ reader: inout BitstreamReader) throws(BitstreamReader.Ended) {
    var delayBits: Int?
    if try reader.flag() {
      try reader.skip(64)
      if try reader.flag() { _ = try reader.exponentialGolomb() }
      if try reader.flag() {
        delayBits = try reader.bits(5) + 1
        try reader.skip(42)
      }
    }
    let hasDisplayDelay = try reader.flag()
    for _ in 0...(try reader.bits(5)) {
      try reader.skip(12)
      if try reader.bits(5) > 7 { try reader.skip(1) }
      if let delayBits, try reader.flag() { try reader.skip(2 * delayBits + 1) }
      if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
    }
  }
}
