// SPDX-License-Identifier: Apache-2.0

/// The size that the coded data of an HEVC picture have (ITU-T H.265 §7.3.2.2).
enum HEVCParameterSet {
  private static let sequenceParameterSet = 33
  private static let headerSize = 22
  private static let longest = 1_024

  /// The size out of the content of an `hvcC` property (ISO/IEC 14496-15 §8.3.3.1); `nil` where it cannot be read.
  static func size(_ configuration: [UInt8]) -> PixelSize? {
    var reader = ByteReader(configuration, base: 0)
    do throws(StructureFault) {
      try reader.skip(headerSize)
      for _ in 0..<(try reader.integer(1)) {
        let type = try reader.integer(1) & 63
        for _ in 0..<(try reader.integer(2)) {
          let unit = try reader.part(try reader.integer(2))
          if type == sequenceParameterSet {
            var bits = BitstreamReader(withoutEmulationPrevention(unit.rest.dropFirst(2).prefix(longest)))
            return try? size(&bits)
          }
        }
      }
    } catch {}
    return nil
  }

  /// The bytes without each 3 that follows two zeros (§7.4.2).
  private static func withoutEmulationPrevention(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (plain, zeros) = ([UInt8](), 0)
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
      } else {
        plain.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    return plain
  }

  private static func size(_ reader: inout BitstreamReader) throws(BitstreamReader.Ended) -> PixelSize {
    try reader.skip(4)
    let subLayers = try reader.bits(3)
    try reader.skip(1 + 96)
    if subLayers > 0 {
      let present = (0..<8).map { _ in (try? reader.bits(2)) ?? 0 }
      for flags in present.prefix(subLayers) { try reader.skip((flags >> 1) * 88 + (flags & 1) * 8) }
    }
    _ = try reader.exponentialGolomb()
    if try reader.exponentialGolomb() == 3 { try reader.skip(1) }
    return PixelSize(width: try reader.exponentialGolomb(), height: try reader.exponentialGolomb())
  }
}
