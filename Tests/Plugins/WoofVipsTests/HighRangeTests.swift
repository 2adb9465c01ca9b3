// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing

@testable import WoofVips

/// Pictures for screens that show more than paper white.
struct HighRangeTests {
  /// The grey of each field of a picture of fields side by side.
  private func fields(_ name: String, count: Int) throws -> [Int] {
    let outcome = try VipsPlugin.process(name, wanting: [Wish("exact", "image/png", 120, 80)])
    let png = try #require(outcome.images["exact"]?.bytes, "\(outcome.log)")
    // The middle of each field, half way down.
    let positions = (0..<count).map { field in 40 * 120 + field * 20 + 10 }
    return try png.withUnsafeBytes { bytes throws -> [Int] in
      let picture = try VipsImage(opening: bytes, as: .png).inMemory()
      let bandCount = picture.bandCount
      return try picture.pixels().withSpan { pixels in
        pixels.withUnsafeBytes { bytes in positions.map { Int(bytes[$0 * bandCount]) } }
      }
    }
  }

  private func colours(_ bytes: [UInt8], _ format: PictureFormat) -> StatedColours? {
    StatedColours(in: bytes.span.bytes, format)
  }

  @Test func `light up to half of paper white is kept, and brighter light is compressed`() throws {
    let fields = try fields("steps.png", count: 6)
    // A tenth and a half of the light, encoded as sRGB.
    #expect(abs(fields[0] - 89) <= 2 && abs(fields[1] - 188) <= 2, "\(fields)")
    #expect(fields[2] > 215 && fields[2] < 235 && fields[3] > fields[2] + 8, "\(fields)")
    #expect(fields[4] >= 253 && fields[5] >= fields[4], "\(fields)")
  }

  @Test func `the transfer curves match their definitions`() {
    // BT.2408: 58 % of PQ and 75 % of HLG are paper white.
    #expect(abs(HighRangeCurve.perceptual.light(of: 0.5807) - 1) < 0.01)
    let scene = HighRangeCurve.hybrid.light(of: 0.75)
    let shown = HighRangeCurve.hybrid.shown(Matrix.Vector(repeating: scene))
    #expect(abs(shown.x - 1) < 0.01 && HighRangeCurve.perceptual.light(of: 1) * HighRangeCurve.paperWhite == 10_000)
  }

  @Test func `the colours of HEIF files are read`() throws {
    #expect(try colours(ScenePictures.bytes(of: "pq.avif"), .heif) == .highRange(.wide, .perceptual))
    #expect(try colours(ScenePictures.bytes(of: "hlg.avif"), .heif) == .highRange(.wide, .hybrid))
    #expect(try colours(ScenePictures.bytes(of: "plain.avif"), .heif) == nil)
  }

  @Test(arguments: ["pq.avif", "pq.png", "primaries.png", "gamma.png"])
  func `damaged colour properties are no fault`(name: String) throws {
    let format: PictureFormat = name.hasSuffix("png") ? .png : .heif
    let whole = try ScenePictures.bytes(of: name)
    for position in 0..<min(600, whole.count) {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[position] = value
        _ = colours(bytes, format)
      }
      _ = colours(Array(whole[..<position]), format)
    }
  }
}
