// SPDX-License-Identifier: Apache-2.0

/// The speed of a transfer in bytes a second, averaged over the last five seconds.
package struct TransferRate: Hashable, Sendable {
  /// The period over which the speed is averaged.
  private static let window = Duration.seconds(5)

  private struct Sample: Hashable {
    var time: Duration
    var count: Int64
  }

  private var samples: [Sample] = []

  /// Makes a rate that has no samples yet.
  package init() {}

  /// Notes the number of bytes that have gone in all.
  ///
  /// - Parameter time: The time since a moment that stays the same from call to call.
  package mutating func note(_ count: Int64, at time: Duration) {
    samples.append(Sample(time: time, count: count))
    while samples.count > 2, samples[1].time <= time - Self.window { samples.removeFirst() }
  }

  /// The number of bytes in a second; `nil` until the samples cover half a second.
  package var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.time - first.time >= .milliseconds(500) else {
      return nil
    }
    return max(0, Double(last.count - first.count)) / ((last.time - first.time) / .seconds(1))
  }

  /// Returns the number of seconds that `count` bytes will take; `nil` if the speed is unknown, below 1 byte a second,
  /// or so low that they would take more than 100 hours.
  package func seconds(for count: Int64) -> Int? {
    guard let rate = bytesPerSecond, rate >= 1, count >= 0, Double(count) / rate < 360_000 else { return nil }
    return Int((Double(count) / rate).rounded(.up))
  }
}
