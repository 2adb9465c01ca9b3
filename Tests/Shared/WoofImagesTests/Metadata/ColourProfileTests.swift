// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct ColourProfileTests {
  /// A profile with a description in the form of version 2 or 4.
  static func profile(_ name: String, version: Int = 2, size: Int? = nil) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(36..<40, with: [UInt8].text("acsp"))
    let units: [UInt8] = name.utf16.flatMap { [UInt8].big16(Int($0)) }
    let description: [UInt8] =
      version == 2
      ? .text("desc") + .big32(0) + .big32(name.utf8.count + 1) + .text(name) + [0]
      : .text("mluc") + .big32(0) + .big32(1) + .big32(12) + .text("enUS") + .big32(units.count) + .big32(28) + units
    let tags = [UInt8].big32(2) + .text("cprt") + .big32(0) + .big32(0) + .text("desc") + .big32(156)
    return joined(header, tags, .big32(size ?? description.count), description)
  }

  static func segment(_ part: some Collection<UInt8>, _ number: UInt8, of count: UInt8) -> (
    marker: UInt8, content: [UInt8]
  ) {
    (0xE2, .text("ICC_PROFILE\0") + [number, count] + part)
  }

  private func name(_ profile: [UInt8]) -> String? {
    inspect(SampleJPEG(segments: [Self.segment(profile, 1, of: 1)]).bytes).findings?.annotations.colourProfile
  }

  @Test(arguments: [2, 4])
  func `the name is read in the form of either version`(version: Int) {
    #expect(name(Self.profile("Display P3", version: version)) == "Display P3")
  }

  @Test func `a profile in parts is assembled`() {
    let profile = Self.profile("Display P3")
    let segments = [Self.segment(profile[..<140], 1, of: 2), Self.segment(profile[140...], 2, of: 2)]
    #expect(inspect(SampleJPEG(segments: segments).bytes).findings?.annotations.colourProfile == "Display P3")
  }

  @Test func `every format's profile is read`() {
    let profile = Self.profile("Display P3")
    var webP = SampleWebP.extended()
    webP.chunks.insert(("ICCP", profile), at: 1)
    let heif = SampleHEIF(
      properties: [("ispe", SampleHEIF.size(64, 48)), ("colr", .text("prof") + profile)],
      items: [SampleHEIF.Item(properties: [1, 2])])
    let png = SamplePNG(before: [("iCCP", .text("a name\0") + [0] + SamplePNG.stored(profile))])
    for file in [webP.bytes, heif.bytes, png.bytes] {
      #expect(inspect(file).findings?.annotations.colourProfile == "Display P3")
    }
  }

  @Test func `the chunk names a PNG profile that cannot be read`() {
    let png = SamplePNG(before: [("iCCP", .text("a name\0") + [0, 1, 2, 3])])
    #expect(inspect(png.bytes).findings?.annotations.colourProfile == "a name")
  }

  @Test func `a profile that is cut or damaged anywhere is no fault`() {
    for profile in [Self.profile("Display P3"), Self.profile("Display P3", version: 4)] {
      for index in 100..<profile.count {
        #expect(name(Array(profile.prefix(index))) != "Display P3")
        _ = name(profile.replacing(at: index, with: [0xFF]))
      }
    }
    #expect(name(Self.profile("Display P3", size: Int(Int32.max))) == nil)
  }
}
