/// A rate of requests, with so many at once.
public struct RequestRate: Hashable, Sendable {
  /// The number of requests a second that are answered in the long run; 0 for no limit.
  public var perSecond: Int
  /// The number of requests that are answered at once, after a rest; at least 1, even if this is less.
  public var burst: Int

  /// Makes a rate.
  public init(perSecond: Int, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// A token bucket, kept as the moment at which it will be full again (the generic cell rate algorithm, ITU-T I.371).
///
/// A pure value of one number: whoever shares a bucket between threads exchanges the number.
struct TokenBucket: Hashable, Sendable {
  /// When it is full, in nanoseconds; 0 for a bucket that nobody has used.
  var fullAt: Int64 = 0

  /// Takes a token.
  ///
  /// - Parameter now: The time in nanoseconds.
  /// - Returns: `nil` where there was one, or after how many nanoseconds there will be.
  mutating func take(at now: Int64, _ rate: RequestRate) -> Int64? {
    guard rate.perSecond > 0 else { return nil }
    let interval = max(1, 1_000_000_000 / Int64(rate.perSecond))
    let after = max(fullAt, now) + interval
    let wait = after - now - interval * Int64(max(1, rate.burst))
    guard wait <= 0 else { return wait }
    fullAt = after
    return nil
  }
}
