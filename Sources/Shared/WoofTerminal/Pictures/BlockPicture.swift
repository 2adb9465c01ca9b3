// SPDX-License-Identifier: Apache-2.0

/// Pictures of half blocks: each character shows two pixels, one above the other, as its colour and that behind it.
package enum BlockPicture {
  /// Returns the text that shows an image, with one pixel for each character and each half line.
  package static func encode(_ image: PixelImage, colours: ColourDepth) -> String {
    var text = ""
    for y in stride(from: 0, to: image.height, by: 2) {
      var pen = Pen()
      for x in 0..<image.width {
        let lower = y + 1 < image.height ? image[x, y + 1] : nil
        text += character(image[x, y], lower, &pen, colours)
      }
      text += "\(pen.isPlain ? "" : "\u{1B}[0m")\n"
    }
    return text
  }

  /// The colours in force.
  private struct Pen: Equatable {
    var front: String?
    var back: String?

    var isPlain: Bool { front == nil && back == nil }
  }

  private static func character(
    _ upper: PixelImage.Pixel, _ lower: PixelImage.Pixel?, _ pen: inout Pen, _ colours: ColourDepth
  ) -> String {
    let top = upper.isSeen ? colour(upper, colours) : nil
    let bottom = lower.flatMap { $0.isSeen ? colour($0, colours) : nil }
    switch (top, bottom) {
    case (nil, nil): return change(&pen, to: Pen()) + " "
    case (let top, nil): return change(&pen, to: Pen(front: top)) + "▀"
    case (nil, let bottom): return change(&pen, to: Pen(front: bottom)) + "▄"
    default: return change(&pen, to: Pen(front: top, back: bottom)) + "▀"
    }
  }

  private static func change(_ pen: inout Pen, to new: Pen) -> String {
    defer { pen = new }
    guard new != pen else { return "" }
    if new.isPlain { return "\u{1B}[0m" }
    var codes: [String] = []
    if pen.back != nil, new.back == nil { codes.append("49") }
    if let front = new.front, front != pen.front { codes.append("38;\(front)") }
    if let back = new.back, back != pen.back { codes.append("48;\(back)") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func colour(_ pixel: PixelImage.Pixel, _ colours: ColourDepth) -> String {
    guard colours == .full else { return "5;\(XtermPalette.index(of: pixel))" }
    return "2;\(pixel.red);\(pixel.green);\(pixel.blue)"
  }
}

/// The palette of 256 colours: 16 that each terminal has its own of, a cube of 216, and 24 greys.
enum XtermPalette {
  private static let steps = [0, 95, 135, 175, 215, 255]

  /// The colour that is nearest to a pixel's; never one of the first 16.
  static func index(of pixel: PixelImage.Pixel) -> Int {
    let parts = [pixel.red, pixel.green, pixel.blue].map { Int($0) }
    let cube = parts.map { part in steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0 }
    let grey = max(0, min(23, (parts.reduce(0, +) / 3 - 3) / 10))
    let cubeError = zip(parts, cube).reduce(0) { $0 + square($1.0 - steps[$1.1]) }
    let greyError = parts.reduce(0) { $0 + square($1 - (8 + 10 * grey)) }
    return greyError < cubeError ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }

  private static func square(_ number: Int) -> Int { number * number }
}
