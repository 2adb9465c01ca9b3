// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The pixels of a small image, from which its looks are told: each sample 0 to 1.
struct LookPixels {
  /// One pixel.
  struct Pixel: Hashable {
    var red: Float
    var green: Float
    var blue: Float
    var alpha: Float
  }

  let size: PixelSize
  let pixels: [Pixel]

  /// Makes an image of pixels, row by row.
  init(size: PixelSize, pixels: [Pixel]) {
    self.size = size
    self.pixels = pixels
  }

  /// Reads RGB or RGBA of 8 bits; what is missing is black.
  init(_ bytes: RawSpan, size: PixelSize, bandCount: Int) {
    func sample(_ pixel: Int, _ band: Int) -> Float {
      let offset = pixel * bandCount + band
      return offset < bytes.byteCount ? Float(bytes.byte(at: offset)) / 255 : 0
    }
    self.size = size
    pixels = (0..<size.area).map { pixel in
      Pixel(
        red: sample(pixel, 0), green: sample(pixel, 1), blue: sample(pixel, 2),
        alpha: bandCount > 3 ? sample(pixel, 3) : 1)
    }
  }

  /// The mean of all pixels, each as much as it can be seen; black where none can.
  var average: Pixel {
    var sum = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
    for pixel in pixels {
      sum.red += pixel.red * pixel.alpha
      sum.green += pixel.green * pixel.alpha
      sum.blue += pixel.blue * pixel.alpha
      sum.alpha += pixel.alpha
    }
    guard sum.alpha > 0 else { return sum }
    return Pixel(
      red: sum.red / sum.alpha, green: sum.green / sum.alpha, blue: sum.blue / sum.alpha,
      alpha: sum.alpha / Float(pixels.count))
  }

  /// The lightness of what is seen of the pixels on white ground.
  var greyOnWhite: [Float] {
    laid(on: Pixel(red: 1, green: 1, blue: 1, alpha: 1)).map { 0.299 * $0.red + 0.587 * $0.green + 0.114 * $0.blue }
  }

  /// Returns the pixels as they look on ground of a colour; each keeps its own opacity.
  func laid(on ground: Pixel) -> [Pixel] {
    pixels.map { pixel in
      let rest = 1 - pixel.alpha
      return Pixel(
        red: ground.red * rest + pixel.red * pixel.alpha, green: ground.green * rest + pixel.green * pixel.alpha,
        blue: ground.blue * rest + pixel.blue * pixel.alpha, alpha: pixel.alpha)
    }
  }
}

extension LookPixels {
  /// The average colour as `#rrggbb`: the mean of the samples as they are encoded, not of the light they stand for.
  var averageColour: String {
    let average = average
    return [average.red, average.green, average.blue].reduce(into: "#") { text, sample in
      let digits = String(Int((sample * 255).rounded()), radix: 16)
      text += digits.count < 2 ? "0" + digits : digits
    }
  }
}
