// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import TestPictures
@testable import WoofImages

@Suite struct PNGPixelsTests {
  private static func file(
    _ rows: [[UInt8]], width: Int, colourType: Int, bitDepth: Int = 8, isInterlaced: Bool = false
  ) -> [UInt8] {
    SamplePNG(
      width: width, height: rows.count, bitDepth: bitDepth, colourType: colourType, isInterlaced: isInterlaced,
      pixelData: SamplePNG.stored(Array(rows.joined()))
    ).bytes
  }

  @Test(
    arguments: [
      (0, [7, 9], [7, 7, 7, 255, 9, 9, 9, 255]), (2, [1, 2, 3, 4, 5, 6], [1, 2, 3, 255, 4, 5, 6, 255]),
      (4, [7, 128, 9, 0], [7, 7, 7, 128, 9, 9, 9, 0]), (6, [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]),
    ] as [(Int, [UInt8], [UInt8])])
  func `each plain kind of pixel is read`(colourType: Int, samples: [UInt8], expected: [UInt8]) {
    let pixels = PNGPixels(Self.file([[0] + samples], width: 2, colourType: colourType))
    #expect(pixels?.bytes == expected)
    #expect(pixels?.width == 2)
    #expect(pixels?.height == 1)
  }

  @Test(
    arguments: [
      (1, [5, 250, 1], [5, 255, 0]), (2, [5, 250, 1], [15, 14, 31]), (3, [5, 250, 1], [10, 9, 20]),
      (4, [5, 250, 1], [15, 14, 21]),
    ] as [(UInt8, [UInt8], [UInt8])])
  func `each filter is reversed`(filter: UInt8, row: [UInt8], expected: [UInt8]) {
    let pixels = PNGPixels(Self.file([[0, 10, 20, 30], [filter] + row], width: 3, colourType: 0))
    #expect(stride(from: 12, to: 24, by: 4).compactMap { pixels?.bytes[$0] } == expected)
  }

  @Test func `a picture of another kind is not decoded`() {
    #expect(PNGPixels(Self.file([[0, 0, 0]], width: 1, colourType: 0, bitDepth: 16)) == nil)
    #expect(PNGPixels(Self.file([[0, 0]], width: 1, colourType: 3)) == nil)
    #expect(PNGPixels(Self.file([[0, 0]], width: 1, colourType: 0, isInterlaced: true)) == nil)
    #expect(PNGPixels(Self.file([[5, 0]], width: 1, colourType: 0)) == nil)
    #expect(PNGPixels(Array("GIF89a".utf8)) == nil)
  }

  @Test func `more pixels than the limit are not decoded`() {
    let file = Self.file([[0, 1, 2], [0, 3, 4]], width: 2, colourType: 0)
    #expect(PNGPixels(file, pixelLimit: 3) == nil)
    #expect(PNGPixels(file, pixelLimit: 4) != nil)
  }

  @Test func `a truncated file is not decoded, and a changed byte only gives another picture`() {
    let file = Self.file([[0, 1, 2], [4, 3, 4]], width: 2, colourType: 0)
    for count in file.indices { #expect(PNGPixels(Array(file[..<count])) == nil) }
    for index in file.indices {
      for bit in 0..<8 {
        var changed = file
        changed[index] ^= 1 << bit
        if let pixels = PNGPixels(changed, pixelLimit: 1_000) {
          #expect(pixels.bytes.count == pixels.width * pixels.height * 4)
        }
      }
    }
  }
}
