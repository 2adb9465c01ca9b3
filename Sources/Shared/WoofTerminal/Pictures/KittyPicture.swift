// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofSystem

/// Pictures in the graphics protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
package enum KittyPicture {
  /// The number of characters of base64 that one command may carry.
  private static let longestPiece = 4096

  /// Returns the text that shows the bytes of a PNG file, `columns` characters wide.
  package static func encode(png bytes: [UInt8], columns: Int) -> String {
    commands("a=T,f=100,q=2,c=\(columns)", bytes)
  }

  /// Returns the text that shows pixels, `columns` characters wide.
  package static func encode(_ image: PixelImage, columns: Int) -> String {
    commands("a=T,f=32,s=\(image.width),v=\(image.height),q=2,c=\(columns)", image.bytes)
  }

  private static func commands(_ keys: String, _ bytes: [UInt8]) -> String {
    var rest = Base64.encode(bytes, as: .standard)[...]
    var text = ""
    var keys = "\(keys),"
    repeat {
      let piece = rest.prefix(longestPiece)
      rest = rest[piece.endIndex...]
      text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
      keys = ""
    } while !rest.isEmpty
    return text + "\n"
  }
}
