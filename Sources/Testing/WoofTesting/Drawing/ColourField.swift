// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// A colour of 8 bits a channel, without transparency.
struct Colour: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// As `#rrggbb`.
  var hexadecimal: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// A picture of one colour.
struct ColourField: Sendable {
  let colour: Colour
  let width: Int
  let height: Int

  init(_ colour: Colour, width: Int, height: Int) {
    self.colour = colour
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// The file of a type; `nil` where the harness does not draw such files.
  func bytes(as type: ImageType) -> [UInt8]? {
    switch type {
    case .webp: WebPEncoder.encode(self)
    case .jpeg: JPEGEncoder.encode(Canvas(self), exif: [], padding: 0)
    case .png: PNGEncoder.encode(Canvas(self), exif: [], padding: 0)
    default: nil
    }
  }

  /// The ThumbHash (https://evanw.github.io/thumbhash/): the means of the channels, and waves of no height.
  var thumbHash: [UInt8] {
    let (red, green, blue) = (Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
    let lightness = Int((63 * (red + green + blue) / 3).rounded())
    let yellowness = Int((31.5 + 31.5 * ((red + green) / 2 - blue)).rounded())
    let redness = Int((31.5 + 31.5 * (red - green)).rounded())
    let isLandscape = width > height
    let short = max(1, Int((7 * Double(min(width, height)) / Double(max(width, height))).rounded()))
    let head = lightness | yellowness << 6 | redness << 12
    let shape = short | (isLandscape ? 1 << 15 : 0)
    let size = isLandscape ? (7, max(3, short)) : (max(3, short), 7)
    let waveCount = Self.waveCount(size.0, size.1) + 2 * Self.waveCount(3, 3)
    return .little16(head) + [UInt8(truncatingIfNeeded: head >> 16)] + .little16(shape)
      + [UInt8](repeating: 0, count: (waveCount + 1) / 2)
  }

  /// The number of waves of a channel whose finest ones go up and down `across` times across and `down` times down.
  private static func waveCount(_ across: Int, _ down: Int) -> Int {
    (0..<down).reduce(-1) { $0 + (across * (down - $1) + down - 1) / down }
  }
}

extension Canvas {
  /// A field of the palette's only colour.
  init(_ field: ColourField) {
    width = field.width
    height = field.height
    palette = [(field.colour.red, field.colour.green, field.colour.blue)]
    pixels = [UInt8](repeating: 0, count: field.width * field.height)
  }
}
