// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A token bucket that several loops use, without a lock.
final class SharedBucket: Sendable {
  private let fullAt = Atomic<Int64>(0)

  /// Takes a token; as ``TokenBucket/take(at:_:)``.
  func take(at now: Int64, _ rate: RequestRate) -> Int64? {
    var known = fullAt.load(ordering: .relaxed)
    while true {
      var bucket = TokenBucket(fullAt: known)
      let wait = bucket.take(at: now, rate)
      guard bucket.fullAt != known else { return wait }
      let (isExchanged, found) = fullAt.weakCompareExchange(
        expected: known, desired: bucket.fullAt, ordering: .relaxed)
      if isExchanged { return wait }
      known = found
    }
  }
}

/// The buckets of clients that came lately: one for each, which all loops use.
///
/// A loop looks among those that it knows, and takes the lock only for a client that it has not met lately. Who has been
/// forgotten has a full bucket again.
final class BucketRegistry: Sendable {
  /// The cost limit of the cache of buckets, each of which costs 1.
  static let capacity = 65_536

  private let buckets = Mutex(TwoGenerationCache<UInt64, SharedBucket>(costLimit: capacity))

  /// The bucket of a client.
  func bucket(of client: UInt64) -> SharedBucket {
    buckets.withLock { buckets in
      if let bucket = buckets.value(for: client, cost: { _ in 1 }) { return bucket }
      let bucket = SharedBucket()
      buckets.insert(bucket, for: client, cost: 1)
      return bucket
    }
  }
}

/// A token bucket, kept as the moment at which it will be full again (the generic cell rate algorithm, ITU-T I.371).
///
/// A pure value of one number: whoever shares a bucket between threads exchanges the number.
struct TokenBucket: Hashable, Sendable {
  /// The time at which it is full, in nanoseconds; 0 for a bucket that nobody has used.
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
