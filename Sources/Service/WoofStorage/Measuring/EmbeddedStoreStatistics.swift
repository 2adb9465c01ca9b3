// SPDX-License-Identifier: Apache-2.0

/// The counts of the embedded record store since it was opened, and the lengths of its queues.
public struct EmbeddedStoreStatistics: Hashable, Sendable {
  /// The sizes of committed transactions, in operations.
  public var batchSizes = Histogram(smallestBound: 1, bucketCount: 12)
  /// The durations of committed transactions, from the first operation to the end of the commit, in microseconds.
  public var commitMicroseconds = Histogram(smallestBound: 64, bucketCount: 16)
  /// The durations of folds of favourites, in microseconds.
  public var foldMicroseconds = Histogram(smallestBound: 256, bucketCount: 14)
  /// The durations for which the writer copied the write-ahead log, in microseconds.
  public var checkpointMicroseconds = Histogram(smallestBound: 256, bucketCount: 14)
  /// The number of failed transactions, folds included.
  public var failedTransactionCount = 0
  /// The number of failures in the stores' own work, as in collecting garbage; such work is tried again.
  public var failedUpkeepCount = 0
  /// The number of bytes of blobs that have been read again to find damage.
  public var scrubbedByteCount: Int64 = 0
  /// The number of blobs that were found to be damaged, and moved aside.
  public var damagedBlobCount = 0
  /// The number of idempotency keys that were kept at the last count, which is made once a minute.
  public var storedResponseCount = 0
  /// The number of idempotency keys that were forgotten early, because their account or all accounts had too many.
  public var evictedResponseCount = 0
  /// `true` if any connection has met damage of the database since the store was opened.
  public var isDamaged = false
  /// The number of operations that wait for the writer.
  public var writeQueueDepth = 0
  /// The number of calls that wait for a reader.
  public var readQueueDepth = 0
  /// The number of favourites in the journal that are not in the tables yet.
  public var pendingFavouriteCount = 0
  /// The length of the part of the write-ahead log that was in use after the last commit, in bytes.
  public var logByteCount = 0

  /// Makes statistics of a store that has done nothing.
  public init() {}
}
