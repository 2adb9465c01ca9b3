// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The cosines of the discrete cosine transform (DCT-II) of a row: how much each sample counts for each frequency.
struct CosineTable {
  private let sampleCount: Int
  private let values: [Float]

  init(frequencyCount: Int, sampleCount: Int) {
    self.sampleCount = sampleCount
    values = (0..<frequencyCount * sampleCount).map { index in
      let (frequency, sample) = index.quotientAndRemainder(dividingBy: sampleCount)
      return cos(.pi / Float(sampleCount) * Float(frequency) * (Float(sample) + 0.5))
    }
  }

  /// The part of a frequency in a row of samples.
  func part(of frequency: Int, in samples: ArraySlice<Float>) -> Float {
    let start = frequency * sampleCount - samples.startIndex
    var sum: Float = 0
    for index in samples.indices { sum += samples[index] * values[start + index] }
    return sum
  }
}

/// The low frequencies of an image in one colour, by the discrete cosine transform, divided by the number of pixels.
struct FrequencyParts {
  private let columnCount: Int
  private let values: [Float]

  /// Transforms `samples`, which are as many as the size has pixels.
  init(of samples: [Float], size: PixelSize, columns: Int, rows: Int) {
    let horizontal = CosineTable(frequencyCount: columns, sampleCount: size.width)
    let vertical = CosineTable(frequencyCount: rows, sampleCount: size.height)
    // First each row, then what came of the rows, as the transform is separable.
    let across = (0..<columns).flatMap { column in
      (0..<size.height).map { horizontal.part(of: column, in: samples[$0 * size.width..<($0 + 1) * size.width]) }
    }
    columnCount = columns
    values = (0..<rows * columns).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return vertical.part(of: row, in: across[column * size.height..<(column + 1) * size.height]) / Float(size.area)
    }
  }

  subscript(column: Int, row: Int) -> Float { values[row * columnCount + column] }
}
