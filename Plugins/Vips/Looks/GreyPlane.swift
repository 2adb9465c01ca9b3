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
