// SPDX-License-Identifier: Apache-2.0

/// A picture in some 25 bytes, as the public description of ThumbHash has it (https://evanw.github.io/thumbhash/): the
/// low frequencies of its lightness, its two differences of colour and its transparency, in four bits each.
struct ThumbHash {
  /// The encoded hash, some 25 bytes.
  let bytes: [UInt8]

  /// Encodes an image of at most 100 × 100 pixels.
  init(of image: LookPixels) {
    let average = image.average
    let hasAlpha = average.alpha < 1
    let pixels = image.laid(on: average)
    let (width, height) = (Float(image.size.width), Float(image.size.height))
    let limit: Float = hasAlpha ? 5 : 7
    let columns = max(1, Int((limit * width / max(width, height)).rounded()))
    let rows = max(1, Int((limit * height / max(width, height)).rounded()))

    let lightness = Channel(
      pixels.map { ($0.red + $0.green + $0.blue) / 3 }, image.size, max(3, columns), max(3, rows))
    let yellowBlue = Channel(pixels.map { ($0.red + $0.green) / 2 - $0.blue }, image.size, 3, 3)
    let redGreen = Channel(pixels.map { $0.red - $0.green }, image.size, 3, 3)
    let isLandscape = width > height

    var bytes = Self.bytes(
      of: Self.level(63, lightness.constant) | Self.level(31.5, 1 + yellowBlue.constant) << 6
        | Self.level(31.5, 1 + redGreen.constant) << 12 | Self.level(31, lightness.scale) << 18
        | (hasAlpha ? 1 : 0) << 23, count: 3)
    bytes += Self.bytes(
      of: (isLandscape ? rows : columns) | Self.level(63, yellowBlue.scale) << 3 | Self.level(63, redGreen.scale) << 9
        | (isLandscape ? 1 : 0) << 15, count: 2)
    var nibbles = [lightness, yellowBlue, redGreen].flatMap(\.nibbles)
    if hasAlpha {
      let alpha = Channel(pixels.map(\.alpha), image.size, 5, 5)
      bytes.append(UInt8(Self.level(15, alpha.constant) | Self.level(15, alpha.scale) << 4))
      nibbles += alpha.nibbles
    }
    for start in stride(from: 0, to: nibbles.count, by: 2) {
      bytes.append(nibbles[start] | (start + 1 < nibbles.count ? nibbles[start + 1] << 4 : 0))
    }
    self.bytes = bytes
  }

  /// A value of 0 to 1, or 0 to 2, as a whole number up to so many.
  fileprivate static func level(_ greatest: Float, _ value: Float) -> Int { max(0, Int((greatest * value).rounded())) }

  private static func bytes(of number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension ThumbHash {
  /// The frequencies of one kind of sample, such as the lightness.
  private struct Channel {
    /// The mean.
    let constant: Float
    /// The greatest of the other frequencies.
    let scale: Float
    /// The other frequencies, the low half of a triangle, 0 to 15 each.
    let nibbles: [UInt8]

    init(_ samples: [Float], _ size: PixelSize, _ columns: Int, _ rows: Int) {
      let parts = FrequencyParts(of: samples, size: size, columns: columns, rows: rows)
      var others: [Float] = []
      for row in 0..<rows {
        for column in 0..<columns where column * rows < columns * (rows - row) && (column, row) != (0, 0) {
          others.append(parts[column, row])
        }
      }
      constant = parts[0, 0]
      let scale = others.reduce(0) { max($0, abs($1)) }
      self.scale = scale
      nibbles = others.map { UInt8(ThumbHash.level(15, scale > 0 ? 0.5 + 0.5 / scale * $0 : 0)) }
    }
  }
}
