// SPDX-License-Identifier: Apache-2.0

/// Counts values in buckets, each twice as wide as the one before it.
public struct Histogram: Hashable, Sendable {
  /// The number of values.
  public private(set) var count: UInt64 = 0
  /// The sum of all values.
  public private(set) var sum: UInt64 = 0
  /// The number of values in each bucket: up to its bound, and above that of the bucket before. The last bucket has no
  /// bound.
  public private(set) var bucketCounts: [UInt64]
  private let smallestBound: UInt64

  /// Makes an empty histogram.
  ///
  /// - Parameters:
  ///   - smallestBound: The bound of the first bucket.
  ///   - bucketCount: The number of buckets that have a bound.
  public init(smallestBound: UInt64, bucketCount: Int) {
    self.smallestBound = smallestBound
    bucketCounts = [UInt64](repeating: 0, count: bucketCount + 1)
  }

  /// The largest value that each bucket but the last takes.
  public var bounds: [UInt64] { bucketCounts.indices.dropLast().map { smallestBound << UInt64($0) } }

  /// Counts a value.
  public mutating func record(_ value: UInt64) {
    count &+= 1
    sum &+= value
    var bucket = 0
    var bound = smallestBound
    while bucket < bucketCounts.count - 1, value > bound {
      bucket += 1
      bound <<= 1
    }
    bucketCounts[bucket] += 1
  }
}
