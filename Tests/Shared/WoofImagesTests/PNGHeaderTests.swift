// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestPictures
@testable import WoofImages

struct PNGHeaderTests {
  @Test(arguments: [(0, 1), (0, 16), (3, 2), (2, 8), (6, 16)])
  func `the size of all rows is computed for every size, interlaced or not`(colourType: Int, bitDepth: Int) throws {
    for isInterlaced in [false, true] {
      for width in 1...17 {
        for height in 1...17 {
          let picture = SamplePNG(
            width: width, height: height, bitDepth: bitDepth, colourType: colourType, isInterlaced: isInterlaced)
          let header = try PNGHeader(picture.header.span.bytes, at: 0, limits: ImageLimits())
          #expect(header.byteCount(of: header.size) == picture.rawByteCount)
        }
      }
    }
  }
}
