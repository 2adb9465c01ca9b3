// SPDX-License-Identifier: Apache-2.0

/// The counts of the embedded record store since it was opened, and the lengths of its queues.
package struct EmbeddedStoreStatistics: Hashable, Sendable {
  /// The sizes of committed transactions, in operations.
  package var batchSizes = Histogram(smallestBound: 1, bucketCount: 12)
  /// The durations of committed transactions, from the first operation to the end of the commit, in microseconds.
  package var commitMicroseconds = Histogram(smallestBound: 64, bucketCount: 16)
  /// The durations of folds of favourites, in microseconds.
  package var foldMicroseconds = Histogram(smallestBound: 256, bucketCount: 14)
  /// The durations for which the writer copied the write-ahead log, in microseconds.
  package var checkpointMicroseconds = Histogram(smallestBound: 256, bucketCount: 14)
  /// The number of failed transactions, folds included.
  package var failedTransactionCount = 0
  /// The number of failures in the stores' own work, as in collecting garbage; such work is tried again.
  package var failedUpkeepCount = 0
  /// The number of bytes of blobs that have been read again to find damage.
  package var scrubbedByteCount: Int64 = 0
  /// The number of blobs that were found to be damaged, and moved aside.
  package var damagedBlobCount = 0
  /// The number of idempotency keys that were kept at the last count, which is made once a minute.
  package var storedResponseCount = 0
  /// The number of idempotency keys that were forgotten early, because their account or all accounts had too many.
  package var evictedResponseCount = 0
  /// The number of numbers of edits that were kept at the last count, which is made once a minute.
  package var storedEditCount = 0
  /// The number of numbers of edits that were forgotten early, because their account or all accounts had too many.
  package var evictedEditCount = 0
  /// The number of edits of favourites that came late, or again, and changed nothing.
  package var lateEditCount = 0
  /// `true` if any connection has met damage of the database since the store was opened.
  package var isDamaged = false
  /// The number of operations that wait for the writer.
  package var writeQueueDepth = 0
  /// The number of calls that wait for a reader.
  package var readQueueDepth = 0
  /// The number of favourites in the journal that are not in the tables yet.
  package var pendingFavouriteCount = 0
  /// The length of the part of the write-ahead log that was in use after the last commit, in bytes.
  package var logByteCount = 0

  /// Makes statistics of a store that has done nothing.
  package init() {}
}

/// Counts values in buckets, each twice as wide as the one before it.
package struct Histogram: Hashable, Sendable {
  /// The number of values.
  package private(set) var count: UInt64 = 0
  /// The sum of all values.
  package private(set) var sum: UInt64 = 0
  /// The number of values in each bucket: up to its bound, and above that of the bucket before. The last bucket has no
  /// bound.
  package private(set) var bucketCounts: [UInt64]
  private let smallestBound: UInt64

  /// Makes an empty histogram.
  ///
  /// - Parameters:
  ///   - smallestBound: The bound of the first bucket.
  ///   - bucketCount: The number of buckets that have a bound.
  package init(smallestBound: UInt64, bucketCount: Int) {
    self.smallestBound = smallestBound
    bucketCounts = [UInt64](repeating: 0, count: bucketCount + 1)
  }

  /// The largest value that each bucket but the last takes.
  package var bounds: [UInt64] { bucketCounts.indices.dropLast().map { smallestBound << UInt64($0) } }

  /// Counts a value.
  package mutating func record(_ value: UInt64) {
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
