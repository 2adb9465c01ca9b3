extension PixelImage {
  /// The image in another size: each pixel is the average of what it covers, weighted by opacity.
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> PixelImage {
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
