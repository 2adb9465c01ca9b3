// SPDX-License-Identifier: Apache-2.0

/// Pixels of eight bits each of red, green, blue and opacity, row by row from the top.
package struct PixelImage: Hashable, Sendable {
  /// One pixel; its colour is not multiplied by its opacity.
  package struct Pixel: Hashable, Sendable {
    /// The red part.
    package var red: UInt8
    /// The green part.
    package var green: UInt8
    /// The blue part.
    package var blue: UInt8
    /// The opacity: 0 for a pixel that cannot be seen, 255 for one that hides the background.
    package var opacity: UInt8

    /// Makes a pixel.
    package init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }

    /// `true` if the pixel covers at least half of its background.
    var isSeen: Bool { opacity >= 128 }
  }

  /// The number of pixels of a row; at least 1.
  package let width: Int
  /// The number of rows; at least 1.
  package let height: Int
  /// The red, green, blue and opacity of each pixel, four bytes a pixel.
  package let bytes: [UInt8]

  /// Makes an image of its bytes; `nil` where they are not four for each pixel, or there is no pixel.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, width <= 1 << 24, height <= 1 << 24, bytes.count == width * height * 4 else {
      return nil
    }
    self.init(checkedWidth: width, height: height, bytes: bytes)
  }

  /// Makes an image whose pixels a closure returns; a width or height below 1 counts as 1.
  package init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
    let (width, height) = (max(1, width), max(1, height))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixel(x, y)
        bytes += [pixel.red, pixel.green, pixel.blue, pixel.opacity]
      }
    }
    self.init(checkedWidth: width, height: height, bytes: bytes)
  }

  private init(checkedWidth width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The pixel of a column and a row.
  package subscript(x: Int, y: Int) -> Pixel {
    let start = (y * width + x) * 4
    return Pixel(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2], opacity: bytes[start + 3])
  }
}

extension PixelImage {
  /// The image in another size: each pixel is the average of what it covers, weighted by opacity.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) -> PixelImage {
    guard newWidth != width || newHeight != height else { return self }
    let columns = Self.spans(of: width, onto: max(1, newWidth))
    let rows = Self.spans(of: height, onto: max(1, newHeight))
    return PixelImage(width: columns.count, height: rows.count) { x, y in average(columns[x], rows[y]) }
  }

  private func average(_ columns: Range<Int>, _ rows: Range<Int>) -> Pixel {
    var (red, green, blue, opacity) = (0, 0, 0, 0)
    for y in rows {
      for x in columns {
        let pixel = self[x, y]
        let weight = Int(pixel.opacity)
        red += Int(pixel.red) * weight
        green += Int(pixel.green) * weight
        blue += Int(pixel.blue) * weight
        opacity += weight
      }
    }
    guard opacity > 0 else { return Pixel(red: 0, green: 0, blue: 0, opacity: 0) }
    let half = opacity / 2
    let count = columns.count * rows.count
    return Pixel(
      red: UInt8((red + half) / opacity), green: UInt8((green + half) / opacity), blue: UInt8((blue + half) / opacity),
      opacity: UInt8((opacity + count / 2) / count))
  }

  /// Returns the range of old pixels that each new one covers; no range is empty.
  private static func spans(of old: Int, onto new: Int) -> [Range<Int>] {
    (0..<new).map { index in
      let start = index * old / new
      return start..<max(start + 1, (index + 1) * old / new)
    }
  }
}
