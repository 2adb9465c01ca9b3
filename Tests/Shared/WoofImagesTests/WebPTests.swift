// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct WebPTests {
  @Test func `the size is that of the picture's data`() {
    let lossy = inspect(SampleWebP.lossyFile(width: 15, height: 9).bytes)
    #expect(lossy.findings == PhotoFindings(type: .webp, width: 15, height: 9))
    #expect(inspect(SampleWebP.losslessFile(width: 1, height: 16_384).bytes).size == [1, 16_384])
    #expect(inspect(SampleWebP.extended(width: 11, height: 7).bytes).size == [11, 7])
    #expect(inspect(SampleWebP.animation(frameCount: 3).bytes).size == [8, 6])
  }

  @Test(arguments: [("VP8 ", 16_383), ("VP8L", 16_384)])
  func `more pixels than the limit are refused`(name: String, side: Int) {
    let data =
      name == "VP8L"
      ? SampleWebP.lossless(width: side, height: side)
      : SampleWebP.lossy(width: side, height: side) + [UInt8](repeating: 0, count: 200_000)
    #expect(
      inspect(SampleWebP(chunks: [(name, data)]).bytes).isRefused(because: "exceed the limit of 100000000 pixels"))
  }

  @Test func `a canvas beyond the limit is refused`() {
    let header = SampleWebP.extendedHeader(flags: 2, width: 60_000, height: 60_000)
    #expect(inspect(SampleWebP(chunks: [("VP8X", header)]).bytes).isRefused(because: "60000 × 60000 pixels exceed"))
  }

  @Test func `a size that lossy data cannot hold is refused`() {
    #expect(inspect(SampleWebP.lossyFile(width: 5000, height: 5000).bytes).isRefused(because: "cannot hold"))
  }

  @Test(arguments: [-2, 2, 4000])
  func `a length that is not the file's is refused`(difference: Int) {
    var file = SampleWebP.lossyFile()
    file.claimedSize = file.bytes.count - 8 + difference
    #expect(inspect(file.bytes).refusal != nil)
  }

  @Test func `an odd length is refused`() {
    var file = SampleWebP.lossyFile()
    file.claimedSize = file.bytes.count - 7
    #expect(inspect(file.bytes).isRefused(because: "odd length"))
  }

  @Test func `a chunk longer than the file is refused`() {
    let bytes = SampleWebP.lossyFile().bytes
    #expect(inspect(bytes.replacing(at: 16, with: .little32(0xFFFF_FFFF))).refusal?.offset == 16)
  }

  @Test func `padding that is not zero is refused`() {
    var bytes = SampleWebP.losslessFile().bytes
    bytes[bytes.count - 1] = 1
    #expect(inspect(bytes).isRefused(because: "not padded with zero"))
  }

  @Test func `a picture of another size than its canvas is refused`() {
    let header = SampleWebP.extendedHeader(flags: 0, width: 12, height: 7)
    let file = SampleWebP(chunks: [("VP8X", header), ("VP8 ", SampleWebP.lossy(width: 11, height: 7))])
    #expect(inspect(file.bytes).isRefused(because: "its head claims otherwise"))
  }

  @Test(arguments: [(9, 6, 0, 0), (8, 6, 2, 0), (8, 7, 0, 0), (5, 6, 4, 0), (8, 3, 0, 4)])
  func `a frame beyond the canvas is refused`(width: Int, height: Int, x: Int, y: Int) {
    var file = SampleWebP.animation(frameCount: 1)
    file.chunks.append(("ANMF", SampleWebP.frame(x: x, y: y, width: width, height: height)))
    #expect(inspect(file.bytes).isRefused(because: "does not lie within the picture"))
  }

  @Test func `a frame's picture of another size than the frame is refused`() {
    var file = SampleWebP.animation(frameCount: 1)
    let picture = SampleWebP.chunk("VP8L", SampleWebP.lossless(width: 7, height: 6))
    file.chunks.append(("ANMF", SampleWebP.frame(width: 8, height: 6, chunks: picture)))
    #expect(inspect(file.bytes).isRefused(because: "its head claims otherwise"))
  }

  @Test func `a chunk that reaches from a frame into the next is refused`() {
    var file = SampleWebP.animation(frameCount: 2)
    let chunk = [UInt8].text("JUNK") + .little32(30)
    file.chunks.insert(("ANMF", SampleWebP.frame(width: 8, height: 6, chunks: chunk)), at: 2)
    #expect(inspect(file.bytes).isRefused(because: "reaches past the end of what holds it"))
    #expect(inspect(file.bytes).refusal?.offset == file.bytes.offset(of: chunk).map { Int64($0 + 4) })
  }

  @Test func `a first part longer than all of the lossy data is refused`() {
    var data = SampleWebP.lossy(width: 8, height: 8)
    let longest = data.count - 10
    data[0] = UInt8(longest << 5 & 0xE0) | 0x10
    data[1] = UInt8(longest >> 3)
    #expect(inspect(SampleWebP(chunks: [("VP8 ", data)]).bytes).refusal == nil)
    data[0] = UInt8((longest + 1) << 5 & 0xE0) | 0x10
    data[1] = UInt8((longest + 1) >> 3)
    #expect(inspect(SampleWebP(chunks: [("VP8 ", data)]).bytes).isRefused(because: "longer than all of them"))
  }

  @Test func `a frame without a picture or with two is refused`() {
    let picture = SampleWebP.chunk("VP8L", SampleWebP.lossless(width: 8, height: 6))
    for chunks in [[], picture + picture, SampleWebP.chunk("ANMF", SampleWebP.frame(width: 8, height: 6))] {
      var file = SampleWebP.animation(frameCount: 1)
      file.chunks.append(("ANMF", SampleWebP.frame(width: 8, height: 6, chunks: chunks)))
      #expect(inspect(file.bytes).refusal != nil)
    }
  }

  @Test func `a file with too many frames is refused`() {
    #expect(inspect(SampleWebP.animation(frameCount: 5001).bytes).isRefused(because: "limit of 5000 frames"))
  }

  @Test func `more pixels in all frames than the limit are refused`() {
    let limits = ImageLimits(animationPixels: 95)
    #expect(
      inspect(SampleWebP.animation(frameCount: 2).bytes, limits: limits).isRefused(because: "95 animation pixels"))
  }

  @Test func `chunks out of order are refused`() {
    let still = SampleWebP.lossyFile().chunks
    let extended = SampleWebP.extended().chunks
    let animation = SampleWebP.animation(frameCount: 1).chunks
    let misplaced: [[(name: String, data: [UInt8])]] = [
      [("EXIF", [0, 0])] + still, still + still, still + [extended[0]], [extended[0]], extended + [animation[2]],
      [animation[0], animation[2]], animation + still, [animation[0], animation[1]], [("ALPH", [0])] + still, [],
    ]
    for chunks in misplaced { #expect(inspect(SampleWebP(chunks: chunks).bytes).refusal != nil) }
  }

  @Test(arguments: [(0, 0x31), (3, 0x9C), (2, 0x10)] as [(Int, UInt8)])
  func `lossy data with another beginning are refused`(position: Int, byte: UInt8) {
    var data = SampleWebP.lossy(width: 8, height: 8)
    data[position] = byte
    #expect(inspect(SampleWebP(chunks: [("VP8 ", data)]).bytes).refusal != nil)
  }

  @Test(arguments: [(0, 0x2E), (4, 0xF0)] as [(Int, UInt8)])
  func `lossless data with another beginning are refused`(position: Int, byte: UInt8) {
    var data = SampleWebP.lossless(width: 8, height: 8)
    data[position] = byte
    #expect(inspect(SampleWebP(chunks: [("VP8L", data)]).bytes).isRefused(because: "version 0"))
  }
}
