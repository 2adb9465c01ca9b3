// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@Suite struct AspectRatioTests {
  @Test(arguments: [(1, 1), (3, 2), (4, 3), (2, 3), (16, 9), (1000, 1), (1, 1000), (21, 9), (9, 21)])
  func `a ratio in its byte is within half a step of the picture's, up to sixteen`(_ width: Int, _ height: Int) {
    let ratio = AspectRatio(width: width, height: height)
    let exact = min(16, max(1 / 16, Double(width) / Double(height)))
    #expect(abs(ratio.value / exact - 1) < 0.0111)
    #expect(AspectRatio(byte: ratio.byte) == ratio)
  }

  @Test func `broader pictures have greater bytes, and turned ones mirror them`() {
    #expect(AspectRatio(width: 5, height: 5).byte == 127 && AspectRatio(width: 5, height: 5).value == 1)
    #expect(AspectRatio(width: 3, height: 2).byte == 254 - AspectRatio(width: 2, height: 3).byte)
    #expect(AspectRatio(width: .max, height: 1).byte == 254 && AspectRatio(width: 1, height: .max).byte == 0)
  }

  @Test func `what is no picture counts as a square, and a byte that stands for nothing as the broadest`() {
    #expect(AspectRatio(width: 0, height: 7) == AspectRatio(byte: 127))
    #expect(AspectRatio(width: 7, height: -1) == AspectRatio(byte: 127))
    #expect(AspectRatio(byte: 255).byte == 254)
  }
}
