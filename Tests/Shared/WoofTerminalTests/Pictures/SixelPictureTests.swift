// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofTerminal

@Suite struct `Sixel pictures` {
  @Test func `one colour gives one line of runs for six rows`() {
    let image = PixelImage(width: 5, height: 7) { _, _ in PixelImage.Pixel(red: 255, green: 0, blue: 0) }
    #expect(SixelPicture.encode(image) == "\u{1B}P0;1;0q\"1;1;5;7#0;2;100;0;0#0!5~-#0!5@-\u{1B}\\\n")
  }

  @Test func `the colours of a band follow one another from its beginning`() {
    let image = PixelImage(width: 2, height: 1) { x, _ in
      PixelImage.Pixel(red: x == 0 ? 0 : 255, green: 0, blue: 0)
    }
    #expect(SixelPicture.encode(image) == "\u{1B}P0;1;0q\"1;1;2;1#0;2;0;0;0#1;2;100;0;0#0@$#1?@-\u{1B}\\\n")
  }

  @Test func `transparent pixels are not drawn`() {
    let image = PixelImage(width: 3, height: 1) { x, _ in
      PixelImage.Pixel(red: 0, green: 255, blue: 0, opacity: x == 1 ? 255 : 0)
    }
    #expect(SixelPicture.encode(image) == "\u{1B}P0;1;0q\"1;1;3;1#0;2;0;100;0#0?@-\u{1B}\\\n")
    let nothing = PixelImage(width: 1, height: 1) { _, _ in PixelImage.Pixel(red: 0, green: 0, blue: 0, opacity: 0) }
    #expect(SixelPicture.encode(nothing) == "\u{1B}P0;1;0q\"1;1;1;1-\u{1B}\\\n")
  }

  @Test func `many colours are reduced to the palette, each to a near one`() {
    var generator = SeededGenerator(seed: 7)
    let image = PixelImage(width: 64, height: 64) { _, _ in
      let bits = generator.next()
      return PixelImage.Pixel(
        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits >> 16))
    }
    let reduction = ColourReduction(of: image, limit: 256)
    #expect(reduction.palette.count == 256)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (pixel, colour) = (image[x, y], reduction.palette[reduction.index(of: image[x, y])])
        #expect(abs(Int(pixel.red) - Int(colour.red)) < 80)
        #expect(abs(Int(pixel.green) - Int(colour.green)) < 80)
        #expect(abs(Int(pixel.blue) - Int(colour.blue)) < 80)
      }
    }
  }
}
