// SPDX-License-Identifier: Apache-2.0

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
