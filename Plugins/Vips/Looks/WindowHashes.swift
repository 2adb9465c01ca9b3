// SPDX-License-Identifier: Apache-2.0

/// Hashes of 33 square windows of a picture, by which it is found again after it was cropped or mirrored.
///
/// The side of a window is the shorter side of the picture, three windows along the longer one, or 95, 90, 85, 80, 75 or
/// 70 % of it, four windows in the corners and one in the middle. Each is squeezed to 32 × 32 grey pixels and transformed
/// to frequencies (DCT-II); a bit says whether one of those that run both ways, 1 to 8 across and 1 to 8 down, is positive,
/// the first being the highest bit. So the hash of the mirrored window is the same but for the frequencies that are odd
/// across. A window in which hardly anything is to be seen has the hash 0.
struct WindowHashes: Hashable {
  /// The hashes, those of the largest windows first.
  let values: [UInt64]

  /// One window: its upper left corner and its side, in pixels.
  private struct Window {
    var left: Double
    var top: Double
    var side: Double
  }

  private static let scales = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7]
  private static let sampleCount = 32
  private static let frequencyCount = 9
  /// The least standard deviation of the samples of a window in which something is to be seen.
  private static let leastContrast: Float = 8 / 255
  /// The fewest pixels of a side of which a window is made.
  private static let leastSide = 12
  /// The least distance of windows that are not the same, as a part of their side.
  private static let leastShift = 0.02

  /// Hashes the windows of an image, which need not be larger than 100 × 100 pixels.
  init(of image: LookPixels) {
    let plane = GreyPlane(image)
    values = Self.windows(of: image.size).map { window in window.map { Self.hash($0, of: plane) } ?? 0 }
  }

  /// The hashes as sixteen hexadecimal digits each.
  var hexadecimal: String { values.map { PerceptualHash(rawValue: $0).hexadecimal }.joined() }

  /// The windows in their order; `nil` for one that is the same as another, or too small.
  private static func windows(of size: PixelSize) -> [Window?] {
    let shorter = Double(min(size.width, size.height))
    let (width, height) = (Double(size.width), Double(size.height))
    guard min(size.width, size.height) >= leastSide else { return Array(repeating: nil, count: 3 + 5 * scales.count) }
    let middle = Window(left: (width - shorter) / 2, top: (height - shorter) / 2, side: shorter)
    let isSquare = max(middle.left, middle.top) < leastShift * shorter
    let ends = [
      Window(left: 0, top: 0, side: shorter), Window(left: width - shorter, top: height - shorter, side: shorter),
    ]
    var windows: [Window?] = isSquare ? [nil, middle, nil] : [ends[0], middle, ends[1]]
    for scale in scales {
      let side = shorter * scale
      let (right, bottom) = (width - side, height - side)
      for (left, top) in [(0, 0), (right, 0), (0, bottom), (right, bottom), (right / 2, bottom / 2)] {
        windows.append(Window(left: left, top: top, side: side))
      }
    }
    return windows
  }

  private static func hash(_ window: Window, of plane: GreyPlane) -> UInt64 {
    let samples = plane.samples(left: window.left, top: window.top, side: window.side, count: sampleCount)
    let mean = samples.reduce(0, +) / Float(samples.count)
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(samples.count)
    guard variance >= leastContrast * leastContrast else { return 0 }
    let size = PixelSize(width: sampleCount, height: sampleCount)
    let parts = FrequencyParts(of: samples, size: size, columns: frequencyCount, rows: frequencyCount)
    return (1..<frequencyCount).reduce(0) { hash, row in
      (1..<frequencyCount).reduce(hash) { $0 << 1 | (parts[$1, row] > 0 ? 1 : 0) }
    }
  }
}

/// The lightness of an image's pixels on white ground, from which square parts are sampled.
struct GreyPlane {
  private let size: PixelSize
  private let samples: [Float]

  init(_ image: LookPixels) {
    size = image.size
    samples = image.greyOnWhite
  }

  /// The means of equal fields of a square part of the image, so many across and down, row by row.
  func samples(left: Double, top: Double, side: Double, count: Int) -> [Float] {
    let step = side / Double(count)
    let columns = (0..<count).map { Self.shares(of: left + Double($0) * step, step, limit: size.width) }
    let rows = (0..<count).map { Self.shares(of: top + Double($0) * step, step, limit: size.height) }
    // First across each row that is needed, then down.
    let firstRow = rows.first?.first?.pixel ?? 0
    let lastRow = rows.last?.last?.pixel ?? firstRow
    let across = (firstRow...lastRow).map { row in
      columns.map { shares in shares.reduce(0) { $0 + $1.share * samples[row * size.width + $1.pixel] } }
    }
    return rows.flatMap { shares in
      (0..<count).map { column in shares.reduce(0) { $0 + $1.share * across[$1.pixel - firstRow][column] } }
    }
  }

  /// The pixels that a field goes across, and which part of it each is.
  private static func shares(of start: Double, _ length: Double, limit: Int) -> [(pixel: Int, share: Float)] {
    let first = min(limit - 1, max(0, Int(start)))
    let end = min(Double(limit), start + length)
    var shares: [(pixel: Int, share: Float)] = []
    var pixel = first
    repeat {
      let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
      shares.append((pixel, Float(max(0, covered) / length)))
      pixel += 1
    } while pixel < limit && Double(pixel) < end
    return shares
  }
}
