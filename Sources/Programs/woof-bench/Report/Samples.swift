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

/// A histogram of delays, in steps of a tenth of a millisecond up to twenty seconds.
struct DelayHistogram: Sendable {
  private static let stepNanoseconds: UInt64 = 100_000
  private var counts = [UInt32](repeating: 0, count: 200_000)
  private(set) var count = 0
  private(set) var greatestNanoseconds: UInt64 = 0

  mutating func record(nanoseconds: UInt64) {
    counts[min(Int(nanoseconds / Self.stepNanoseconds), counts.count - 1)] += 1
    count += 1
    greatestNanoseconds = max(greatestNanoseconds, nanoseconds)
  }

  /// Returns the delay in milliseconds that a share of all does not exceed, rounded up to the next step.
  func milliseconds(atQuantile quantile: Double) -> Double {
    let wanted = Int((Double(count) * quantile).rounded(.up))
    var seen = 0
    for (step, number) in counts.enumerated() {
      seen += Int(number)
      if seen >= wanted, seen > 0 { return Double(step + 1) * Double(Self.stepNanoseconds) / 1e6 }
    }
    return 0
  }
}
