// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import WoofTesting

struct ColourFieldTests {
  private static let tan = Colour(red: 210, green: 180, blue: 140)

  @Test(arguments: [ImageType.webp, .jpeg, .png], [(1, 1), (256, 192), (7, 1600)])
  func `a field of one colour is a valid picture`(type: ImageType, size: (Int, Int)) throws {
    let bytes = try #require(ColourField(Self.tan, width: size.0, height: size.1).bytes(as: type))
    var found = PhotoFindings()
    for transformer in ImageTransformers.standard() {
      var inspection = transformer.makeInspection()
      try inspection.consume(bytes.span.bytes)
      found.fill(from: try inspection.finish())
    }
    #expect(found.type == type)
    #expect((found.width, found.height) == (size.0, size.1))
  }

  @Test func `the size of a WebP file does not depend on the picture's size`() {
    for side in [1, 100, 16_383] {
      let bytes = WebPEncoder.encode(ColourField(Self.tan, width: side, height: side))
      #expect(Array(bytes[8..<16]) == Array("WEBPVP8L".utf8))
      #expect(bytes.count == 32)
    }
  }

  @Test(arguments: [(100, 100), (700, 100), (100, 700), (300, 200)])
  func `a placeholder has the mean colour, and waves for its aspect ratio`(size: (Int, Int)) {
    let hash = ColourField(Self.tan, width: size.0, height: size.1).thumbHash
    let head = Int(hash[0]) | Int(hash[1]) << 8 | Int(hash[2]) << 16
    let (lightness, yellow, red) = (head & 63, head >> 6 & 63, head >> 12 & 63)
    #expect(abs(Double(lightness) / 63 - 530.0 / 765) < 0.01)
    #expect(abs(Double(yellow) / 31.5 - 1 - 55.0 / 255) < 0.02)
    #expect(abs(Double(red) / 31.5 - 1 - 30.0 / 255) < 0.02)
    #expect((hash[4] >> 7 == 1) == (size.0 > size.1))
    #expect((17...25).contains(hash.count))
  }

  @Test func `each channel of a colour is written as two digits`() {
    #expect(Colour(red: 0, green: 10, blue: 255).hexadecimal == "#000aff")
  }
}
