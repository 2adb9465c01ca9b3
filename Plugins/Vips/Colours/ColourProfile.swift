// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An ICC profile for colours that were stated by numbers (ICC.1:2001-04): three primaries, or none for grey, and one
/// curve.
struct ColourProfile {
  /// The bytes of the profile.
  let bytes: [UInt8]

  private static let curveLength = 1024

  /// Makes the profile; `nil` where the primaries make no colours.
  ///
  /// - Parameter exponent: The power of a sample that light is; without one, the curve is that of sRGB.
  init?(_ primaries: Primaries, exponent: Double?, isGrey: Bool) {
    guard let light = primaries.profiledLight else { return nil }
    let curve = Self.curve(exponent)
    var tags: [(String, [UInt8])] = [
      ("desc", Self.typed("desc", Self.number(1) + [0] + [UInt8](repeating: 0, count: 78))),
      ("cprt", Self.typed("text", [0])), ("wtpt", Self.light(Primaries.profiledWhite)),
    ]
    if isGrey {
      tags.append(("kTRC", curve))
    } else {
      tags += zip(["rXYZ", "gXYZ", "bXYZ"], light.columns).map { ($0, Self.light($1)) }
      tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    }
    bytes = Self.file(tags, colours: isGrey ? "GRAY" : "RGB ")
  }

  private static func file(_ tags: [(name: String, data: [UInt8])], colours: String) -> [UInt8] {
    var (table, data) = (number(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for tag in tags {
      table += Array(tag.name.utf8) + number(start + data.count) + number(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
    }
    let version = number(0) + number(0x0210_0000)
    let kind = Array("mntr\(colours)XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    let rest = Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    let white = (0..<3).flatMap { fixed(Primaries.profiledWhite[$0]) } + [UInt8](repeating: 0, count: 48)
    return number(start + data.count) + version + kind + rest + white + table + data
  }

  private static func curve(_ exponent: Double?) -> [UInt8] {
    let values = (0..<curveLength).flatMap { step in
      let sample = Double(step) / Double(curveLength - 1)
      let standard = sample <= 0.040_45 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
      let value = UInt16((65_535 * (exponent.map { pow(sample, $0) } ?? standard)).rounded())
      return [UInt8(value >> 8), UInt8(value & 255)]
    }
    return typed("curv", number(curveLength) + values)
  }

  private static func light(_ light: Matrix.Vector) -> [UInt8] { typed("XYZ ", (0..<3).flatMap { fixed(light[$0]) }) }

  private static func typed(_ type: String, _ content: [UInt8]) -> [UInt8] { Array(type.utf8) + number(0) + content }

  private static func fixed(_ value: Double) -> [UInt8] {
    number(Int(UInt32(bitPattern: Int32((max(-30_000, min(30_000, value)) * 65_536).rounded()))))
  }

  private static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
