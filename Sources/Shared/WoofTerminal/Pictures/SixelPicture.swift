// SPDX-License-Identifier: Apache-2.0

/// Pictures in DEC's sixels: six rows of pixels at a time, one colour after the other (VT330/VT340 Programmer Reference
/// Manual, volume 2).
package enum SixelPicture {
  private static let colourLimit = 256

  /// Returns the text that shows an image, pixel by pixel; pixels that are more than half transparent are not drawn.
  package static func encode(_ image: PixelImage) -> String {
    let colours = ColourReduction(of: image, limit: colourLimit)
    var text = "\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)"
    for (index, colour) in colours.palette.enumerated() {
      let parts = [colour.red, colour.green, colour.blue].map { (Int($0) * 100 + 127) / 255 }
      text += "#\(index);2;\(parts[0]);\(parts[1]);\(parts[2])"
    }
    for top in stride(from: 0, to: image.height, by: 6) { text += band(of: image, from: top, colours) }
    return text + "\u{1B}\\\n"
  }

  private static func band(of image: PixelImage, from top: Int, _ colours: ColourReduction) -> String {
    var rows: [Int: [UInt8]] = [:]
    for y in top..<min(top + 6, image.height) {
      for x in 0..<image.width where image[x, y].isSeen {
        let index = colours.index(of: image[x, y])
        rows[index, default: [UInt8](repeating: 0, count: image.width)][x] |= 1 << UInt8(y - top)
      }
    }
    let lines = rows.sorted { $0.key < $1.key }.map { "#\($0.key)\(runs(of: $0.value))" }
    return lines.joined(separator: "$") + "-"
  }

  /// Returns the sixels as text, in which more than three alike are written once with their number.
  private static func runs(of sixels: [UInt8]) -> String {
    var text = ""
    var rest = sixels[...]
    while let last = rest.last, last == 0 { rest.removeLast() }
    while let sixel = rest.first {
      let count = rest.prefix { $0 == sixel }.count
      let character = String(Unicode.Scalar(63 + sixel))
      text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
      rest = rest.dropFirst(count)
    }
    return text
  }
}
