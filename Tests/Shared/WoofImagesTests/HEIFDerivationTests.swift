// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestPictures

struct HEIFDerivationTests {
  @Test func `tiles that cover the picture are accepted`() {
    #expect(inspect(SampleHEIF.grid().bytes).size == [60, 90])
  }

  @Test(arguments: [(97, 60), (90, 65), (64, 60), (90, 32)])
  func `tiles that cover too little or too much are refused`(width: Int, height: Int) {
    #expect(inspect(SampleHEIF.grid(width: width, height: height).bytes).isRefused(because: "tiles do not make"))
  }

  @Test func `a description of another size than stated is refused`() {
    var file = SampleHEIF.grid()
    file.properties[1] = ("ispe", SampleHEIF.size(91, 60))
    #expect(inspect(file.bytes).isRefused(because: "tiles do not make"))
  }

  @Test func `another number of tiles than described is refused`() {
    var file = SampleHEIF.grid()
    file.references[0].to.removeLast()
    #expect(inspect(file.bytes).isRefused(because: "tiles do not make"))
  }

  @Test func `tiles of different sizes are refused`() {
    var file = SampleHEIF.grid()
    file.items[2].properties = [2]
    #expect(inspect(file.bytes).isRefused(because: "tiles do not make"))
  }

  @Test(arguments: [(90, 60, true), (200, 200, false), (30, 20, false)])
  func `a grid described outside of the metadata must be covered, too`(width: Int, height: Int, isSound: Bool) {
    var file = SampleHEIF.grid(width: width, height: height)
    file.items[6].isInItemData = false
    #expect((inspect(file.bytes).refusal == nil) == isSound)
  }

  @Test func `tiles beyond the pixel limit are refused`() {
    let limits = ImageLimits(pixels: 1000)
    let file = SampleHEIF.grid(width: 30, height: 30)
    #expect(inspect(file.bytes, limits: limits).isRefused(because: "32 × 32 pixels exceed the limit"))
  }

  @Test func `a picture made of itself, of a derived one or of nothing is refused`() {
    for tiles in [[7], [1, 2, 3, 4, 5, 7], [99], []] {
      var file = SampleHEIF.grid()
      file.references[0].to = tiles
      #expect(inspect(file.bytes).refusal != nil)
    }
  }

  @Test func `more items than the limit are refused`() {
    #expect(inspect(SampleHEIF.grid().bytes, limits: ImageLimits(frames: 8)).refusal == nil)
    #expect(inspect(SampleHEIF.grid().bytes, limits: ImageLimits(frames: 7)).isRefused(because: "limit of 7 frames"))
  }

  @Test func `a picture that repeats one item beyond the limit is refused`() {
    var file = SampleHEIF.grid()
    file.references[0].to = Array(repeating: 1, count: 9)
    #expect(inspect(file.bytes, limits: ImageLimits(frames: 8)).isRefused(because: "limit of 8 frames"))
  }

  @Test func `a description that is cut short is refused`() {
    var file = SampleHEIF.grid()
    file.items[6].claimedExtents = [(0, 7)]
    #expect(inspect(file.bytes).isRefused(because: "tiles do not make"))
  }
}
