// SPDX-License-Identifier: Apache-2.0

/// A palette of few colours that stand for all of an image, found by the median cut (P. Heckbert, 1982) over colours of
/// five bits each.
struct ColourReduction {
  /// The colours.
  private(set) var palette: [PixelImage.Pixel] = []
  /// The index in the palette for each colour of five bits each of red, green and blue.
  private var indices = [Int](repeating: 0, count: 1 << 15)

  /// - Parameter limit: The number of colours that there may be, at least 1.
  init(of image: PixelImage, limit: Int) {
    var counts = [Int](repeating: 0, count: 1 << 15)
    for y in 0..<image.height {
      for x in 0..<image.width where image[x, y].isSeen { counts[Self.key(image[x, y])] += 1 }
    }
    let colours = counts.indices.filter { counts[$0] > 0 }
    guard !colours.isEmpty else { return }
    var boxes = [Box(colours, counts)]
    while boxes.count < limit, let largest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
      boxes[largest].spread > 0
    {
      let (low, high) = boxes[largest].halves(counts)
      boxes[largest] = low
      boxes.append(high)
    }
    for (index, box) in boxes.enumerated() {
      palette.append(box.average(counts))
      for key in box.keys { indices[key] = index }
    }
  }

  /// Returns the index in the palette of the colour for a pixel.
  func index(of pixel: PixelImage.Pixel) -> Int { indices[Self.key(pixel)] }

  private static func key(_ pixel: PixelImage.Pixel) -> Int {
    Int(pixel.red >> 3) << 10 | Int(pixel.green >> 3) << 5 | Int(pixel.blue >> 3)
  }

  /// A set of colours that share one colour of the palette.
  private struct Box {
    let keys: [Int]
    /// The number of pixels, times their range in the part of the colour that is cut.
    let spread: Int
    private let shift: Int

    init(_ keys: [Int], _ counts: [Int]) {
      let ranges = [10, 5, 0].map { shift in
        let parts = keys.map { $0 >> shift & 31 }
        return (parts.max() ?? 0) - (parts.min() ?? 0)
      }
      let widest = ranges.max() ?? 0
      self.keys = keys
      shift = [10, 5, 0][ranges.firstIndex(of: widest) ?? 0]
      spread = widest * keys.reduce(0) { $0 + counts[$1] }
    }

    func halves(_ counts: [Int]) -> (Box, Box) {
      let sorted = keys.sorted { ($0 >> shift & 31, $0) < ($1 >> shift & 31, $1) }
      let half = sorted.reduce(0) { $0 + counts[$1] } / 2
      var (count, cut) = (0, 0)
      repeat {
        count += counts[sorted[cut]]
        cut += 1
      } while cut < sorted.count - 1 && count < half
      return (Box(Array(sorted[..<cut]), counts), Box(Array(sorted[cut...]), counts))
    }

    func average(_ counts: [Int]) -> PixelImage.Pixel {
      let total = max(1, keys.reduce(0) { $0 + counts[$1] })
      let parts = [10, 5, 0].map { shift in
        let sum = keys.reduce(0) { $0 + ($1 >> shift & 31) * counts[$1] }
        return UInt8(clamping: (sum * 255 + total * 31 / 2) / (total * 31))
      }
      return PixelImage.Pixel(red: parts[0], green: parts[1], blue: parts[2])
    }
  }
}
