/// What the embedded record store has done since it was opened, and how it stands.
public struct EmbeddedStoreStatistics: Hashable, Sendable {
  /// How many operations each transaction committed.
  public var batchSizes = Histogram(smallestBound: 1, bucketCount: 12)
  /// How long each transaction took, its operations and its commit, in microseconds.
  public var commitMicroseconds = Histogram(smallestBound: 64, bucketCount: 16)
  /// How long each fold of favourites took, in microseconds.
  public var foldMicroseconds = Histogram(smallestBound: 256, bucketCount: 14)
  /// How long the writer copied the write-ahead log each time, in microseconds.
  public var checkpointMicroseconds = Histogram(smallestBound: 256, bucketCount: 14)
  /// How many transactions failed, folds included.
  public var failedTransactionCount = 0
  /// How often something failed that the stores do by themselves, as collecting garbage; it is tried again.
  public var failedUpkeepCount = 0
  /// How many bytes of blobs have been read again to find damage.
  public var scrubbedByteCount: Int64 = 0
  /// How many blobs were found to be damaged, and moved aside.
  public var damagedBlobCount = 0
  /// The number of idempotency keys that were kept at the last count, which is made once a minute.
  public var storedAnswerCount = 0
  /// The number of idempotency keys that were forgotten early, because their account or all accounts had too many.
  public var evictedAnswerCount = 0
  /// `true` if any connection has met damage of the database since the store was opened.
  public var isDamaged = false
  /// How many operations wait for the writer.
  public var writeQueueDepth = 0
  /// How many calls wait for a reader.
  public var readQueueDepth = 0
  /// How many favourites are in the journal and not yet in the tables.
  public var pendingFavouriteCount = 0
  /// How many bytes of the write-ahead log are in use.
  public var logByteCount = 0

  /// Makes statistics of a store that has done nothing.
  public init() {}
}
