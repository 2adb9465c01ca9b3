// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct GIFTests {
  private typealias Frame = SampleGIF.Frame

  @Test func `the size is that of the logical screen`() {
    let picture = SampleGIF(width: 7, height: 5)
    #expect(inspect(picture.bytes).findings == PhotoFindings(type: .gif, width: 7, height: 5))
  }

  @Test(arguments: [1, 2, 40])
  func `stray zeros between blocks are skipped`(count: Int) throws {
    let picture = SampleGIF(frames: [Frame(), Frame()], extensions: [(0xF9, [[5, 10, 0, 0]])])
    let zeros = [UInt8](repeating: 0, count: count)
    let extensionStart = 13 + 12
    let frameStart = extensionStart + 8
    var bytes = picture.bytes
    for position in [bytes.count - 1, frameStart, extensionStart] { bytes.insert(contentsOf: zeros, at: position) }
    #expect(inspect(bytes) == inspect(picture.bytes))
    #expect(inspect(bytes).findings?.annotations.isAnimated == true)
    #expect(inspect(try shareable(bytes)).refusal == nil)
  }

  @Test func `endless zeros are refused`() {
    let bytes = SampleGIF().bytes.dropLast() + [UInt8](repeating: 0, count: 70_000) + [0x3B]
    #expect(inspect(Array(bytes)).isRefused(because: "limit of 65536 segments"))
  }

  @Test func `a screen beyond the limit is refused`() {
    let refusal = inspect(SampleGIF(width: 60_000, height: 60_000).bytes).refusal
    #expect(refusal?.reason == "60000 × 60000 pixels exceed the limit of 100000000 pixels")
    #expect(refusal?.offset == 6)
  }

  @Test(arguments: [(0, 3), (4, 0)])
  func `a screen without pixels is refused`(width: Int, height: Int) {
    #expect(inspect(SampleGIF(width: width, height: height).bytes).isRefused(because: "\(width) × \(height)"))
  }

  @Test(arguments: [(1, 0, 4, 3), (0, 1, 4, 3), (0, 0, 5, 3), (0, 0, 0, 3), (65_535, 0, 4, 3)])
  func `a frame beyond the screen is refused`(x: Int, y: Int, width: Int, height: Int) {
    let picture = SampleGIF(frames: [Frame(x: x, y: y, width: width, height: height, data: [0x44, 1])])
    #expect(inspect(picture.bytes).isRefused(because: "does not lie within the picture"))
  }

  @Test func `a frame that the data cannot hold is refused`() {
    let picture = SampleGIF(width: 9000, height: 9000, frames: [Frame(width: 9000, height: 9000, data: [0x44, 1])])
    #expect(inspect(picture.bytes).isRefused(because: "2 bytes of data cannot hold the 9000 × 9000 pixels"))
  }

  @Test func `a file with too many frames is refused`() {
    let picture = SampleGIF(frames: Array(repeating: Frame(width: 1, height: 1, data: [0x44, 1]), count: 5001))
    #expect(inspect(picture.bytes).isRefused(because: "limit of 5000 frames"))
  }

  @Test func `more pixels in all frames than the limit are refused`() {
    let picture = SampleGIF(frames: Array(repeating: Frame(), count: 3))
    #expect(inspect(picture.bytes, limits: ImageLimits(animationPixels: 36)).refusal == nil)
    #expect(
      inspect(picture.bytes, limits: ImageLimits(animationPixels: 35)).isRefused(because: "35 animation pixels"))
  }

  @Test func `a file with too many extensions is refused`() {
    let picture = SampleGIF(extensions: Array(repeating: (0xFE, []), count: 66_000))
    #expect(inspect(picture.bytes).isRefused(because: "limit of 65536 segments"))
  }

  @Test func `data in many sub-blocks are skipped`() {
    let comment = Array(repeating: [UInt8](repeating: 0x3B, count: 255), count: 20)
    #expect(inspect(SampleGIF(extensions: [(0xFE, comment)]).bytes).refusal == nil)
  }

  @Test func `a picture without frames is refused`() {
    #expect(inspect(SampleGIF(frames: []).bytes).isRefused(because: "before its first frame"))
  }

  @Test func `an unknown block is refused with its position`() {
    let bytes = SampleGIF(hasColourTable: false).bytes
    #expect(inspect(bytes.replacing(at: 13, with: [0x01])).refusal?.offset == 13)
  }

  @Test(arguments: [0, 9, 255] as [UInt8])
  func `an impossible code size is refused`(codeSize: UInt8) {
    #expect(inspect(SampleGIF(frames: [Frame(codeSize: codeSize)]).bytes).isRefused(because: "bits a pixel"))
  }
}
