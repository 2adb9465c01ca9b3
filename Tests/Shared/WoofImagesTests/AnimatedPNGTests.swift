// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct AnimatedPNGTests {
  private let pixels = SamplePNG.stored([UInt8](repeating: 0, count: 50))

  private func control(_ number: Int, width: Int = 9, height: Int = 5, x: Int = 0, y: Int = 0) -> (String, [UInt8]) {
    ("fcTL", SamplePNG.frameControl(number, width: width, height: height, x: x, y: y))
  }

  private func frame(_ number: Int) -> (String, [UInt8]) { ("fdAT", .big32(number) + pixels) }

  @Test func `frames are accepted, whether the picture is among them or not`() {
    #expect(inspect(SamplePNG.animation(frameCount: 4).bytes).size == [9, 5])
    let apart = SamplePNG(before: [("acTL", .big32(1) + .big32(0))], after: [control(0), frame(1)])
    #expect(inspect(apart.bytes).refusal == nil)
  }

  @Test func `a frame can come in several chunks`() {
    let parts = [("fdAT", .big32(1) + Array(pixels.prefix(1))), ("fdAT", .big32(2) + Array(pixels.dropFirst(1)))]
    let picture = SamplePNG(before: [("acTL", .big32(1) + .big32(0))], after: [control(0)] + parts)
    #expect(inspect(picture.bytes).refusal == nil)
  }

  @Test func `more frames than the limit are refused when they are announced`() {
    let refusal = inspect(SamplePNG.animation(frameCount: 2, announced: 5001).bytes).refusal
    #expect(refusal?.reason == "the picture exceeds the limit of 5000 frames")
    #expect(refusal?.offset == 41)
  }

  @Test func `more pixels in all frames than the limit are refused`() {
    let bytes = SamplePNG.animation(frameCount: 4).bytes
    #expect(inspect(bytes, limits: ImageLimits(animationPixels: 180)).refusal == nil)
    #expect(inspect(bytes, limits: ImageLimits(animationPixels: 179)).isRefused(because: "179 animation pixels"))
  }

  @Test(arguments: [1, 3])
  func `a number of frames other than announced is refused`(announced: Int) {
    #expect(inspect(SamplePNG.animation(frameCount: 2, announced: announced).bytes).isRefused(because: "claims"))
  }

  @Test func `parts out of sequence are refused`() {
    let picture = SamplePNG(before: [("acTL", .big32(1) + .big32(0))], after: [control(0), frame(2)])
    #expect(inspect(picture.bytes).isRefused(because: "not in sequence"))
  }

  @Test(arguments: [(10, 5, 0, 0), (9, 6, 0, 0), (9, 5, 1, 0), (1, 1, 9, 0), (0, 1, 0, 0), (1, 1, 0, 0xFFFF_FFFF)])
  func `a frame beyond the picture is refused`(width: Int, height: Int, x: Int, y: Int) {
    let frames = [control(0, width: width, height: height, x: x, y: y), frame(1)]
    let picture = SamplePNG(before: [("acTL", .big32(1) + .big32(0))], after: frames)
    #expect(inspect(picture.bytes).isRefused(because: "does not suit the picture"))
  }

  @Test func `the picture as first frame must cover all of it`() {
    let picture = SamplePNG(before: [("acTL", .big32(1) + .big32(0)), control(0, width: 8)])
    #expect(inspect(picture.bytes).isRefused(because: "does not suit the picture"))
  }

  @Test func `a frame that the data cannot hold is refused`() {
    let frames = [control(0, width: 2000, height: 2000), frame(1)]
    let picture = SamplePNG(
      width: 2000, height: 2000, before: [("acTL", .big32(1) + .big32(0))], after: frames,
      pixelData: SamplePNG.stored([UInt8](repeating: 0, count: 5000)))
    #expect(inspect(picture.bytes).isRefused(because: "61 bytes of pixel data"))
  }

  @Test func `frames without their announcements are refused`() {
    #expect(inspect(SamplePNG(after: [control(0), frame(1)]).bytes).isRefused(because: "fcTL"))
    let unannounced = SamplePNG(before: [("acTL", .big32(1) + .big32(0))], after: [frame(0)])
    #expect(inspect(unannounced.bytes).isRefused(because: "without its chunk fcTL"))
    let late = SamplePNG(after: [("acTL", .big32(1) + .big32(0))])
    #expect(inspect(late.bytes).isRefused(because: "acTL"))
  }

  @Test func `an announcement without its frame is refused`() {
    let picture = SamplePNG(before: [("acTL", .big32(1) + .big32(0))], after: [control(0)])
    #expect(inspect(picture.bytes).isRefused(because: "IEND"))
  }
}
