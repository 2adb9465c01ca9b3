// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Keeps count of what the writer does.
final class WriterMeter: Sendable {
  private static let pageByteCount = 4096

  private let statistics = Mutex(EmbeddedStoreStatistics())

  /// The counts so far.
  var current: EmbeddedStoreStatistics { statistics.withLock { $0 } }

  /// Counts a transaction that was committed.
  func noteCommit(operationCount: Int, nanoseconds: Int64, logPageCount: Int) {
    statistics.withLock { statistics in
      statistics.batchSizes.record(UInt64(operationCount))
      statistics.commitMicroseconds.record(UInt64(max(nanoseconds, 0) / 1000))
      statistics.logByteCount = logPageCount * Self.pageByteCount
    }
  }

  /// Counts a fold.
  func noteFold(nanoseconds: Int64) {
    statistics.withLock { $0.foldMicroseconds.record(UInt64(max(nanoseconds, 0) / 1000)) }
  }

  /// Counts a time for which the writer copied the log.
  func noteCheckpoint(nanoseconds: Int64) {
    statistics.withLock { $0.checkpointMicroseconds.record(UInt64(max(nanoseconds, 0) / 1000)) }
  }

  /// Counts a duty of the maintenance thread that failed.
  func noteUpkeepFailure() { statistics.withLock { $0.failedUpkeepCount += 1 } }

  /// Counts bytes of blobs that were read again.
  func noteScrub(byteCount: Int) { statistics.withLock { $0.scrubbedByteCount += Int64(byteCount) } }

  /// Counts a blob that was damaged.
  func noteDamage() { statistics.withLock { $0.damagedBlobCount += 1 } }

  /// Counts idempotency keys that were forgotten before their time.
  func noteEvictedResponses(_ count: Int) { statistics.withLock { $0.evictedResponseCount += count } }

  /// Notes how many idempotency keys there are.
  func noteResponses(count: Int) { statistics.withLock { $0.storedResponseCount = count } }

  /// Counts a transaction that failed.
  func noteFailure() { statistics.withLock { $0.failedTransactionCount += 1 } }
}
