// SPDX-License-Identifier: Apache-2.0

/// The measured values of one figure.
struct Samples: Sendable, ExpressibleByArrayLiteral {
  var values: [Double]

  init(_ values: [Double] = []) { self.values = values }
  init(arrayLiteral elements: Double...) { values = elements }

  mutating func append(_ value: Double) { values.append(value) }

  /// The value in the middle; the mean of the two in the middle where there is an even number, 0 where there is none.
  var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  var least: Double { values.min() ?? 0 }
  var greatest: Double { values.max() ?? 0 }

  /// Each value divided by its neighbour of the other series; what was measured in the same minute is compared.
  func ratios(to others: Samples) -> Samples {
    Samples(zip(values, others.values).compactMap { $1 == 0 ? nil : $0 / $1 })
  }
}
