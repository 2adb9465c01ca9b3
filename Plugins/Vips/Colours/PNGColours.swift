// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The chunks of a PNG file that say in numbers what its colours are (PNG, third edition, §11.3.2).
enum PNGColours {
  private static let headSize = 8

  /// Reads what comes before the pixels. Code points count before all else, a profile and the mark of sRGB before an
  /// exponent and chromaticities.
  static func read(_ file: RawSpan) -> StatedColours? {
    var exponent: Double?
    var primaries: Primaries?
    var hasProfile = false
    var position = headSize
    while position + headSize <= file.byteCount {
      let length = number(file, at: position)
      let content = position + headSize
      guard length <= file.byteCount - content else { break }
      switch number(file, at: position + 4) {
      case 0x6349_4350 where length == 4:  // cICP
        return .coded(primaries: Int(file.byte(at: content)), transfer: Int(file.byte(at: content + 1)))
      case 0x6943_4350, 0x7352_4742: hasProfile = true  // iCCP, sRGB
      case 0x6741_4D41 where length == 4: exponent = Self.exponent(number(file, at: content))  // gAMA
      case 0x6348_524D where length == 32: primaries = Self.primaries(file, at: content)  // cHRM
      case 0x4944_4154: position = file.byteCount  // IDAT
      default: break
      }
      position += headSize + length + 4
    }
    guard !hasProfile, exponent != nil || primaries != nil else { return nil }
    return .standard(primaries ?? .sRGB, exponent: exponent)
  }

  /// The exponent that turns samples to light; `nil` for the one that is written where sRGB is meant, and for what no
  /// picture has.
  private static func exponent(_ gamma: Int) -> Double? {
    guard (10_000...1_000_000).contains(gamma), abs(gamma - 45_455) > 300 else { return nil }
    return 100_000 / Double(gamma)
  }

  private static func primaries(_ file: RawSpan, at start: Int) -> Primaries? {
    func chromaticity(_ index: Int) -> Primaries.Chromaticity {
      let offset = start + 8 * index
      return Primaries.Chromaticity(
        x: Double(number(file, at: offset)) / 100_000, y: Double(number(file, at: offset + 4)) / 100_000)
    }
    let primaries = Primaries(
      red: chromaticity(1), green: chromaticity(2), blue: chromaticity(3), white: chromaticity(0))
    return primaries.profiledLight == nil ? nil : primaries
  }

  private static func number(_ file: RawSpan, at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(file.byte(at: offset + $1)) }
  }
}
