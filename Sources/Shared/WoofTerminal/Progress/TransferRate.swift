/// How fast bytes go, averaged over the last seconds.
public struct TransferRate: Hashable, Sendable {
  /// How far back the average reaches.
  private static let window = Duration.seconds(5)

  private struct Sample: Hashable {
    var time: Duration
    var count: Int64
  }

  private var samples: [Sample] = []

  /// Makes a rate of which nothing is known.
  public init() {}

  /// Notes how many bytes have gone in all.
  ///
  /// - Parameter time: How long it has taken since any moment that stays the same.
  public mutating func note(_ count: Int64, at time: Duration) {
    samples.append(Sample(time: time, count: count))
    while samples.count > 2, samples[1].time <= time - Self.window { samples.removeFirst() }
  }

  /// Bytes in a second; `nil` until something can be told.
  public var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.time - first.time >= .milliseconds(500) else {
      return nil
    }
    return max(0, Double(last.count - first.count)) / ((last.time - first.time) / .seconds(1))
  }

  /// How many seconds so many bytes will take; `nil` where nobody can tell.
  public func seconds(for count: Int64) -> Int? {
    guard let rate = bytesPerSecond, rate >= 1, count >= 0, Double(count) / rate < 360_000 else { return nil }
    return Int((Double(count) / rate).rounded(.up))
  }
}
