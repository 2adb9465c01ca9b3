// SPDX-License-Identifier: Apache-2.0

/// The pixels of a plain PNG picture: eight bits a sample, grey, coloured or either with opacity, not interlaced.
///
/// It is for pictures that a transformer has derived, which come like this. It is memory-safe, and takes no more memory
/// than the limit allows; any other PNG is not decoded.
package struct PNGPixels: Hashable, Sendable {
  /// The number of pixels of a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// Red, green, blue and opacity of each pixel, row by row from the top.
  package let bytes: [UInt8]

  /// Decodes a file; `nil` where it is not whole, not plain, or larger than the limit.
  ///
  /// - Parameter pixelLimit: The number of pixels that it may have; four million by default.
  package init?(_ file: [UInt8], pixelLimit: Int = 4_000_000) {
    guard let chunks = Self.chunks(of: file), let header = chunks.header else { return nil }
    let size = PixelSize(width: header.width, height: header.height)
    guard size.width > 0, size.height > 0, size.area <= pixelLimit else { return nil }
    let stride = size.width * header.samples
    let count = (stride + 1) * size.height
    let rows = Inflation(chunks.data, limit: count, keeping: count).bytes
    guard rows.count == count, let samples = Self.unfilter(rows, stride: stride, distance: header.samples) else {
      return nil
    }
    width = size.width
    height = size.height
    bytes = Self.expand(samples, header.samples)
  }

  private struct Header {
    let width: Int
    let height: Int
    let samples: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      let bytes = Array(bytes)
      let samples: [UInt8: Int] = [0: 1, 2: 3, 4: 2, 6: 4]
      guard bytes.count == 13, bytes[8] == 8, bytes[10...12] == [0, 0, 0], let samples = samples[bytes[9]] else {
        return nil
      }
      width = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
      height = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
      self.samples = samples
    }
  }

  private static func chunks(of file: [UInt8]) -> (header: Header?, data: [UInt8])? {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var header: Header?
    var data: [UInt8] = []
    var rest = file.dropFirst(8)
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = rest.dropFirst(4).prefix(4)
      guard count <= rest.count - 12 else { return nil }
      let content = rest.dropFirst(8).prefix(count)
      if name.elementsEqual("IHDR".utf8) { header = Header(content) }
      if name.elementsEqual("IDAT".utf8) { data += content }
      if name.elementsEqual("IEND".utf8) { return (header, data) }
      rest = rest.dropFirst(count + 12)
    }
    return nil
  }

  /// Undoes the filter of each row (PNG §9.2); `nil` if a row names an unknown filter.
  private static func unfilter(_ rows: [UInt8], stride: Int, distance: Int) -> [UInt8]? {
    var samples: [UInt8] = []
    samples.reserveCapacity(rows.count)
    var above = [UInt8](repeating: 0, count: stride)
    for start in Swift.stride(from: 0, to: rows.count, by: stride + 1) {
      var row = Array(rows[start + 1..<start + 1 + stride])
      for index in row.indices {
        let left = index >= distance ? row[index - distance] : 0
        let corner = index >= distance ? above[index - distance] : 0
        guard let guess = guess(rows[start], left: left, above: above[index], corner: corner) else { return nil }
        row[index] &+= guess
      }
      samples += row
      above = row
    }
    return samples
  }

  private static func guess(_ filter: UInt8, left: UInt8, above: UInt8, corner: UInt8) -> UInt8? {
    switch filter {
    case 0: 0
    case 1: left
    case 2: above
    case 3: UInt8((Int(left) + Int(above)) / 2)
    case 4: nearest(left: left, above: above, corner: corner)
    default: nil
    }
  }

  /// Returns the neighbour that is nearest to the value of a slope through all three (PNG §9.4).
  private static func nearest(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
    let slope = Int(left) + Int(above) - Int(corner)
    let distances = [left, above, corner].map { abs(slope - Int($0)) }
    if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? above : corner
  }

  private static func expand(_ samples: [UInt8], _ count: Int) -> [UInt8] {
    guard count < 4 else { return samples }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count / count * 4)
    for start in stride(from: 0, to: samples.count, by: count) {
      let isGrey = count < 3
      bytes += [samples[start], samples[isGrey ? start : start + 1], samples[isGrey ? start : start + 2]]
      bytes.append(count == 2 ? samples[start + 1] : 255)
    }
    return bytes
  }
}
