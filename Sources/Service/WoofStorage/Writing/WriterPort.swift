// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore

/// The state that the writer's thread shares with other threads.
final class WriterPort: Sendable {
  /// The queue of operations for the writer.
  let queue: WriteQueue
  /// The state that readers need beside the tables.
  let state: PublishedState
  /// The counts of the writer's work.
  let meter = WriterMeter()
  /// The duties that are left to the maintenance thread.
  let maintenance: any MaintenanceDuties
  /// The reserve of disk space for operations that must not fail because the disk is full.
  let reserve: DiskReserve
  /// The signal that the thread has ended, for which tasks can wait.
  let end = ThreadEnd()
  private let generation: Atomic<UInt64>
  private let observers = Mutex<[any ChangeObserver]>([])

  init(
    queue: WriteQueue, state: PublishedState, credentialGeneration: UInt64, maintenance: any MaintenanceDuties,
    reserve: DiskReserve
  ) {
    self.reserve = reserve
    self.queue = queue
    self.state = state
    self.maintenance = maintenance
    generation = Atomic(credentialGeneration)
  }

  /// Grows after any account changed, whoever changed it.
  var credentialGeneration: UInt64 { generation.load(ordering: .acquiring) }

  /// Notes the generation that the database has; it never goes back.
  func noteCredentialGeneration(_ value: Int64) {
    generation.max(UInt64(max(value, 0)), ordering: .acquiringAndReleasing)
  }

  /// Tells `observer` of all changes from now on.
  func add(_ observer: any ChangeObserver) { observers.withLock { $0.append(observer) } }

  /// Tells nobody any more. Observers mostly hold the store whose changes they hear of.
  func forgetObservers() { observers.withLock { $0 = [] } }

  /// Tells the observers of changes that have become durable: of photos, and behind them of albums and links.
  func tell(of changes: [PhotoRecord], sharingThrough sequence: Int64?) {
    guard !changes.isEmpty || sequence != nil else { return }
    for observer in observers.withLock({ $0 }) {
      if !changes.isEmpty { observer.committed(changes) }
      if let sequence { observer.advanced(to: sequence) }
    }
  }
}

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

  /// Counts edits of favourites that came late, and numbers of edits that were forgotten before their time.
  func noteEdits(lateCount: Int, evictedCount: Int) {
    statistics.withLock { statistics in
      statistics.lateEditCount += lateCount
      statistics.evictedEditCount += evictedCount
    }
  }

  /// Notes how many numbers of edits there are.
  func noteEdits(count: Int) { statistics.withLock { $0.storedEditCount = count } }

  /// Counts a transaction that failed.
  func noteFailure() { statistics.withLock { $0.failedTransactionCount += 1 } }
}

/// A duty of the maintenance thread, which works beside readers and the writer.
enum MaintenanceDuty: Hashable, Sendable {
  /// Copying the write-ahead log into the database.
  case checkpoint
  /// Removing blobs that nothing refers to any longer.
  case garbage
  /// Going on with what deleted accounts and photos have left.
  case deletions
  /// Bringing the search indexes up to date where that takes long.
  case searchIndexes
}

/// The duties that the writer leaves to the maintenance thread. May be used from any thread.
protocol MaintenanceDuties: Sendable {
  /// Asks for a duty, which waits once however often it is asked for.
  func ask(for duty: MaintenanceDuty)

  /// Returns `true` if no request for a duty waits or is being carried out.
  func isDone(_ duty: MaintenanceDuty) -> Bool
}
