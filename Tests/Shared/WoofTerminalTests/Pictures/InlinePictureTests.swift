// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofTerminal

@Suite struct `Pictures in escape sequences` {
  @Test func `kitty gets a PNG file unchanged`() {
    #expect(
      KittyPicture.encode(png: [0x89, 0x50, 0x4E], columns: 12) == "\u{1B}_Ga=T,f=100,q=2,c=12,m=0;iVBO\u{1B}\\\n")
  }

  @Test func `kitty gets pixels with their size`() {
    let image = PixelImage(width: 1, height: 1) { _, _ in PixelImage.Pixel(red: 1, green: 2, blue: 3) }
    #expect(KittyPicture.encode(image, columns: 1) == "\u{1B}_Ga=T,f=32,s=1,v=1,q=2,c=1,m=0;AQID/w==\u{1B}\\\n")
  }

  @Test func `kitty gets long data in pieces, of which only the first has keys`() {
    let bytes = [UInt8](repeating: 0, count: 3072 + 1)
    let text = KittyPicture.encode(png: bytes, columns: 2)
    let zeros = String(repeating: "A", count: 4096)
    #expect(text == "\u{1B}_Ga=T,f=100,q=2,c=2,m=1;\(zeros)\u{1B}\\\u{1B}_Gm=0;AA==\u{1B}\\\n")
  }

  @Test func `kitty gets nothing for an empty picture`() {
    #expect(KittyPicture.encode(png: [], columns: 2) == "\u{1B}_Ga=T,f=100,q=2,c=2,m=0;\u{1B}\\\n")
  }

  @Test func `iTerm gets any file, with its length and its size`() {
    let placement = PicturePlacement(
      of: PixelSize(width: 80, height: 32), in: TerminalSize(columns: 80, rows: 24))
    #expect(
      ITermPicture.encode([0xFF, 0xD8, 0xFF], in: placement)
        == "\u{1B}]1337;File=inline=1;size=3;width=10;height=2;preserveAspectRatio=1:/9j/\u{7}\n")
  }
}
