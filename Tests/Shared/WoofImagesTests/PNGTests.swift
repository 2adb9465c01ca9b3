// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct PNGTests {
  @Test(arguments: [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (4, 8), (4, 16), (6, 8), (6, 16),
  ])
  func `every kind of sample is accepted, interlaced or not`(colourType: Int, bitDepth: Int) {
    for isInterlaced in [false, true] {
      let picture = SamplePNG(bitDepth: bitDepth, colourType: colourType, isInterlaced: isInterlaced)
      let annotations = PhotoAnnotations(hasAlpha: colourType >= 4)
      let findings = PhotoFindings(type: .png, width: 9, height: 5, annotations: annotations)
      #expect(inspect(picture.bytes).findings == findings)
    }
  }

  @Test(arguments: [(0, 3), (2, 4), (3, 16), (4, 4), (6, 2), (1, 8), (5, 8), (7, 8)])
  func `samples that a colour type cannot have are refused`(colourType: Int, bitDepth: Int) {
    #expect(
      inspect(SamplePNG(bitDepth: bitDepth, colourType: colourType).bytes).isRefused(because: "has no samples of"))
  }

  @Test func `60,000 by 60,000 pixels in 1 KB are refused by the limit`() {
    let bytes = SamplePNG(width: 60_000, height: 60_000, pixelData: SamplePNG.stored([UInt8](repeating: 0, count: 900)))
    #expect(inspect(bytes.bytes).refusal?.reason == "60000 × 60000 pixels exceed the limit of 100000000 pixels")
    #expect(inspect(bytes.bytes).refusal?.offset == 16)
  }

  @Test func `60,000 by 60,000 pixels in 1 KB are refused as impossible if the limit allows them`() {
    let bytes = SamplePNG(width: 60_000, height: 60_000, pixelData: SamplePNG.stored([UInt8](repeating: 0, count: 900)))
    #expect(inspect(bytes.bytes, limits: ImageLimits(pixels: .max)).isRefused(because: "cannot hold the pixels"))
  }

  @Test func `a side beyond 31 bits is refused`() {
    let bytes = SamplePNG(width: 1 << 31, height: 1, pixelData: []).bytes
    let refusal = inspect(bytes, limits: ImageLimits(pixels: .max)).refusal
    #expect(refusal?.reason == "the picture is 2147483648 × 1 pixels in size")
    #expect(refusal?.offset == 16)
  }

  @Test func `the greatest size does not overflow`() {
    let picture = SamplePNG(width: 1 << 31 - 1, height: 1 << 31 - 1, bitDepth: 16, colourType: 6, pixelData: [0x78, 1])
    #expect(inspect(picture.bytes, limits: ImageLimits(pixels: .max)).isRefused(because: "exceed the limit"))
  }

  @Test(arguments: [10, 11, 12])
  func `an unknown method is refused`(position: Int) {
    var header = SamplePNG().header
    header[position] = 2
    let bytes = SamplePNG.signature + SamplePNG.chunk("IHDR", header)
    #expect(inspect(bytes).isRefused(because: "the methods of compression"))
  }

  @Test func `a wrong check value is refused with its position, in whichever chunk`() {
    let bytes = SamplePNG(before: [("tEXt", .text("Comment\0a text"))]).bytes
    for name in ["IHDR", "tEXt", "IDAT", "IEND"] {
      let start = bytes.offset(of: .text(name)) ?? 0
      let length = Int(bytes[start - 1])
      var damaged = bytes
      damaged[start + 4 + length] ^= 1
      #expect(
        inspect(damaged).refusal
          == .init(
            transformer: "structure", reason: "the check value of the chunk \(name) is wrong",
            offset: Int64(start + 4 + length)))
    }
  }

  @Test func `a long chunk is checked completely`() {
    var generator = SeededGenerator(seed: 7)
    let text = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let bytes = SamplePNG(before: [("tEXt", text)]).bytes
    #expect(inspect(bytes).refusal == nil)
    #expect(inspect(bytes, runs: 17).refusal == nil)
    var damaged = bytes
    damaged[3000] ^= 0x10
    #expect(inspect(damaged).isRefused(because: "check value"))
  }

  @Test func `a header that is not the first chunk or not the only one is refused`() {
    let text = SamplePNG.chunk("tEXt", .text("a"))
    #expect(inspect(SamplePNG.signature + text).isRefused(because: "IHDR"))
    #expect(inspect(SamplePNG(before: [("IHDR", SamplePNG().header)]).bytes).isRefused(because: "IHDR"))
  }

  @Test func `a picture without pixels is refused`() {
    let bytes = SamplePNG.signature + SamplePNG.chunk("IHDR", SamplePNG().header) + SamplePNG.chunk("IEND", [])
    #expect(inspect(bytes).isRefused(because: "IEND"))
  }

  @Test func `pixels in separate runs of chunks are refused`() {
    let again = SamplePNG(after: [("tEXt", .text("a")), ("IDAT", [0])])
    #expect(inspect(again.bytes).isRefused(because: "other chunks stand between chunks IDAT"))
  }

  @Test func `a palette is required, and only where it has a meaning`() {
    let palette = ("PLTE", [UInt8](repeating: 0, count: 6))
    #expect(inspect(SamplePNG(colourType: 3, before: [palette]).bytes).refusal == nil)
    #expect(inspect(SamplePNG(colourType: 2, before: [palette]).bytes).refusal == nil)
    #expect(inspect(SamplePNG(colourType: 3).bytes).isRefused(because: "no palette"))
    #expect(inspect(SamplePNG(colourType: 0, before: [palette]).bytes).isRefused(because: "PLTE"))
    #expect(inspect(SamplePNG(colourType: 3, before: [palette, palette]).bytes).isRefused(because: "PLTE"))
    #expect(inspect(SamplePNG(colourType: 2, after: [palette]).bytes).isRefused(because: "PLTE"))
  }

  @Test(arguments: [0, 4, 15, 771])
  func `a palette of a wrong length is refused`(length: Int) {
    let palette = ("PLTE", [UInt8](repeating: 0, count: length))
    let bitDepth = length == 15 ? 2 : 8
    #expect(inspect(SamplePNG(bitDepth: bitDepth, colourType: 3, before: [palette]).bytes).isRefused(because: "PLTE"))
  }

  @Test func `an unknown chunk is refused only if it is critical`() {
    #expect(inspect(SamplePNG(before: [("vpAg", [1, 2])]).bytes).refusal == nil)
    #expect(inspect(SamplePNG(before: [("CgBI", [1, 2])]).bytes).isRefused(because: "the chunk CgBI is not known"))
  }

  @Test func `a chunk name that is not letters is refused`() {
    let refusal = inspect(SamplePNG(before: [("a b1", [])]).bytes).refusal
    #expect(refusal?.reason == "a chunk's name is not made of letters")
    #expect(refusal?.offset == 37)
  }

  @Test func `a chunk of 2 GB is refused`() {
    let head = SamplePNG.signature + SamplePNG.chunk("IHDR", SamplePNG().header)
    #expect(inspect(head + .big32(1 << 31) + .text("tEXt")).isRefused(because: "claims 2147483648 bytes"))
  }

  @Test(arguments: [[0x79, 0x01], [0x78, 0x02], [0x88, 0x1C], [0x78, 0x20], [0x78]] as [[UInt8]])
  func `pixels that are not a zlib stream are refused`(start: [UInt8]) {
    #expect(inspect(SamplePNG(width: 1, height: 1, pixelData: start).bytes).refusal != nil)
  }

  @Test func `a file with a million chunks is refused`() {
    let picture = SamplePNG(before: Array(repeating: ("teXt", []), count: 70_000))
    #expect(inspect(picture.bytes).isRefused(because: "limit of 65536 segments"))
  }
}
