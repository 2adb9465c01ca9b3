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

  /// Tells the observers of changes that have become durable.
  func tell(of changes: [PhotoRecord]) {
    guard !changes.isEmpty else { return }
    for observer in observers.withLock({ $0 }) { observer.committed(changes) }
  }
}
