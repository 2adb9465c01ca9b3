// SPDX-License-Identifier: Apache-2.0

/// A picture of few colours, as numbers into a palette of sixteen.
struct Canvas: Sendable {
  let width: Int
  let height: Int
  let palette: [(red: UInt8, green: UInt8, blue: UInt8)]
  /// The number of each pixel's colour, row by row.
  let pixels: [UInt8]

  /// Draws sky, meadow and a ball, which lies elsewhere at each step.
  init(width: Int, height: Int, seed: UInt64, step: Int = 0) {
    let random = SeededRandom(seed)
    self.width = width
    self.height = height
    palette = (0..<16).map { _ in
      let word = random.next()
      return (
        UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word >> 16)
      )
    }
    let horizon = random.number(in: height / 3..<max(height / 3 + 1, height * 2 / 3))
    let radius = max(1, min(width, height) / random.number(in: 4..<8))
    let centre = (
      x: (random.number(in: 0..<width) + step * max(1, width / 16)) % width,
      y: random.number(in: horizon..<max(horizon + 1, height))
    )
    pixels = Self.draw(width, height, horizon: horizon, centre: centre, radius: radius)
  }

  private static func draw(
    _ width: Int, _ height: Int, horizon: Int, centre: (x: Int, y: Int), radius: Int
  ) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      // The ground has stripes, so that no two rows of blocks look alike.
      let ground: UInt8 = y < horizon ? UInt8(y * 3 / max(1, horizon)) : 4 + UInt8((y - horizon) / 8 % 4)
      let down = y - centre.y
      for x in 0..<width {
        let across = x - centre.x
        let distance = across * across + down * down
        pixels[y * width + x] =
          distance > radius * radius ? ground : 8 + UInt8(min(7, 8 * distance / (radius * radius + 1)))
      }
    }
    return pixels
  }
}

extension [UInt8] {
  /// A number in two bytes, the high one first.
  static func big16(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
  /// A number in four bytes, the high one first.
  static func big32(_ number: Int) -> [UInt8] { big16(number >> 16) + big16(number) }
  /// A number in two bytes, the low one first.
  static func little16(_ number: Int) -> [UInt8] { big16(number).reversed() }
}
