// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTerminal

@Suite struct `Pixel images` {
  @Test(arguments: [(0, 1, 0), (1, 0, 0), (1, 1, 3), (1, 1, 5), (-1, -1, 4), (Int.max, 2, 8)])
  func `bytes that are not four per pixel are refused`(width: Int, height: Int, count: Int) {
    #expect(PixelImage(width: width, height: height, bytes: [UInt8](repeating: 0, count: count)) == nil)
  }

  @Test func `pixels are stored row by row`() throws {
    let image = try #require(PixelImage(width: 1, height: 2, bytes: [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(image[0, 1] == PixelImage.Pixel(red: 5, green: 6, blue: 7, opacity: 8))
  }

  @Test func `scaling down averages the covered pixels`() {
    let image = PixelImage(width: 4, height: 2) { x, _ in
      PixelImage.Pixel(red: x < 2 ? 100 : 0, green: x == 0 ? 10 : 20, blue: 7)
    }
    let small = image.scaled(toWidth: 2, height: 1)
    #expect(small[0, 0] == PixelImage.Pixel(red: 100, green: 15, blue: 7))
    #expect(small[1, 0] == PixelImage.Pixel(red: 0, green: 20, blue: 7))
  }

  @Test func `transparent pixels do not affect an average colour`() {
    let image = PixelImage(width: 2, height: 1) { x, _ in
      PixelImage.Pixel(red: x == 0 ? 200 : 0, green: 0, blue: 0, opacity: x == 0 ? 255 : 0)
    }
    #expect(image.scaled(toWidth: 1, height: 1)[0, 0] == PixelImage.Pixel(red: 200, green: 0, blue: 0, opacity: 128))
  }

  @Test func `scaling up repeats pixels`() {
    let image = PixelImage(width: 2, height: 1) { x, _ in PixelImage.Pixel(red: UInt8(x), green: 0, blue: 0) }
    #expect((0..<4).map { image.scaled(toWidth: 4, height: 2)[$0, 1].red } == [0, 0, 1, 1])
  }

  @Test(arguments: [
    ((4000, 3000), 80, 24, 56, 21), ((3000, 4000), 80, 24, 32, 21), ((10, 10), 80, 24, 1, 1),
    ((100_000, 10), 80, 24, 80, 1), ((1, 1), 1, 1, 1, 1), ((0, 0), 0, 0, 1, 1),
  ])
  func `a picture keeps its shape and fits the terminal`(
    picture: (Int, Int), columns: Int, rows: Int, width: Int, height: Int
  ) {
    let placement = PicturePlacement(
      of: PixelSize(width: picture.0, height: picture.1), in: TerminalSize(columns: columns, rows: rows))
    #expect(placement.columns == width || columns == 0)
    #expect(placement.rows == height)
  }
}
