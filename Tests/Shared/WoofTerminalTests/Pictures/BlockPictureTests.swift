// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTerminal

@Suite struct `Pictures of half blocks` {
  private static let red = PixelImage.Pixel(red: 255, green: 0, blue: 0)
  private static let blue = PixelImage.Pixel(red: 0, green: 0, blue: 255)
  private static let nothing = PixelImage.Pixel(red: 0, green: 0, blue: 0, opacity: 0)

  private func image(_ rows: [[PixelImage.Pixel]]) -> PixelImage {
    PixelImage(width: rows[0].count, height: rows.count) { x, y in rows[y][x] }
  }

  @Test func `two rows share a line, and colours are set only on a change`() {
    let picture = image([[Self.red, Self.red, Self.blue], [Self.blue, Self.blue, Self.blue]])
    #expect(
      BlockPicture.encode(picture, colours: .full)
        == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[38;2;0;0;255m▀\u{1B}[0m\n")
  }

  @Test func `a single last row leaves its lower half unset`() {
    #expect(BlockPicture.encode(image([[Self.red]]), colours: .full) == "\u{1B}[38;2;255;0;0m▀\u{1B}[0m\n")
  }

  @Test func `transparent pixels show the terminal's background`() {
    let picture = image([
      [Self.nothing, Self.red, Self.nothing, Self.red], [Self.nothing, Self.red, Self.blue, Self.nothing],
    ])
    #expect(
      BlockPicture.encode(picture, colours: .full)
        == " \u{1B}[38;2;255;0;0;48;2;255;0;0m▀\u{1B}[49;38;2;0;0;255m▄\u{1B}[38;2;255;0;0m▀\u{1B}[0m\n")
  }

  @Test func `an empty picture changes no colour`() {
    #expect(BlockPicture.encode(image([[Self.nothing, Self.nothing]]), colours: .full) == "  \n")
  }

  @Test(arguments: [
    ((255, 0, 0), 196), ((0, 0, 0), 16), ((255, 255, 255), 231), ((128, 128, 128), 244), ((95, 135, 175), 67),
    ((9, 9, 9), 232),
  ])
  func `a palette of 256 gives the nearest colour`(parts: (Int, Int, Int), index: Int) {
    let pixel = PixelImage.Pixel(red: UInt8(parts.0), green: UInt8(parts.1), blue: UInt8(parts.2))
    #expect(BlockPicture.encode(image([[pixel]]), colours: .palette256) == "\u{1B}[38;5;\(index)m▀\u{1B}[0m\n")
  }
}
