// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofSQLite
internal import WoofSystem

/// The work of the maintenance thread, to which it is confined. Work that fails is tried again later.
final class MaintenanceLoop {
  /// The interval between two searches for what has expired, in milliseconds.
  private static let expiryInterval: Int64 = 60_000
  /// The time between two records of the mark from which the steady time continues after a boot, in milliseconds.
  private static let markInterval: Int64 = 3_600_000
  /// The number of blobs that are removed before the database is told.
  private static let blobsAtOnce = 100

  private let connection: UpkeepConnection
  private let blobs: FileBlobStore
  private let writer: Writer
  private let configuration: EmbeddedStoreConfiguration
  private let time: any TimeSource
  private let steadyTime: SteadyTime
  private let scrub: ScrubDuty
  private var sweep: OrphanSweep?
  private var nextSweep: Int64
  private var nextExpiry: Int64
  private var nextMark: Int64
  private var isGarbageLeft = false

  init(
    connection: UpkeepConnection, blobs: FileBlobStore, quarantine: BlobQuarantine, writer: Writer,
    configuration: EmbeddedStoreConfiguration, time: any TimeSource, steadyTime: SteadyTime
  ) {
    self.connection = connection
    self.blobs = blobs
    self.writer = writer
    self.configuration = configuration
    self.time = time
    self.steadyTime = steadyTime
    scrub = ScrubDuty(
      blobs: blobs, records: connection.opened, quarantine: quarantine, configuration: configuration,
      meter: writer.port.meter,
      now: time.monotonicNanoseconds(), random: configuration.random)
    // Soon enough for a service that is started anew every day.
    nextSweep = time.monotonicNanoseconds() + configuration.sweepInterval.nanoseconds / 24
    nextExpiry = time.monotonicNanoseconds() + Self.expiryInterval * 1_000_000
    nextMark = time.monotonicNanoseconds() + Self.markInterval * 1_000_000
  }

  /// Works until the queue is closed.
  func run(_ queue: MaintenanceQueue) {
    while let work = queue.take(waitingAtMost: longestRest) { carryOut(work, of: queue) }
  }

  /// Does what is asked for and what is due, without a thread.
  func takeTurn(_ queue: MaintenanceQueue) -> WorkerTurns.Rest {
    guard let work = queue.take(waitingAtMost: 0) else { return .over }
    carryOut(work, of: queue)
    return .atMost(queue.isClosed ? 0 : Int64(longestRest) * 1_000_000)
  }

  private func carryOut(_ work: MaintenanceQueue.Work, of queue: MaintenanceQueue) {
    if work.duties.contains(.checkpoint) { attempt { try copyLog() } }
    if work.duties.contains(.deletions) { attempt { try finishDeletions() } }
    if work.duties.contains(.searchIndexes) { attempt { try indexPhotos() } }
    if work.duties.contains(.garbage) || isGarbageLeft { attempt { _ = try collectGarbage() } }
    if !writer.port.reserve.isWhole { writer.port.reserve.refill() }
    queue.finish()
    for call in work.calls { call(self) }
    removeExpiredIfDue()
    sweepIfDue()
    attempt { try scrub.runIfDue(at: time.monotonicNanoseconds()) }
  }

  private func ledger() throws(SQLiteError) -> BlobLedger { BlobLedger(database: try connection.opened()) }

  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      writer.port.state.note(error)
      writer.port.meter.noteUpkeepFailure()
    }
  }

  private func copyLog() throws(SQLiteError) {
    let database = try connection.opened()
    try database.checkpoint()
    try database.synchronize()
  }

  /// Removes all blobs that nothing refers to.
  ///
  /// The file goes first and its row then: whatever happens in between, the row stays garbage and is looked at again.
  ///
  /// - Parameter check: Is asked between one part and the next whether to go on; stops by throwing.
  /// - Returns: The number of blobs that were removed; 0 as long as a backup or a check needs all of them.
  func collectGarbage(_ check: () throws -> Void = {}) throws -> Int {
    isGarbageLeft = true
    let ledger = try ledger()
    var count = 0
    while true {
      try check()
      let candidates = try ledger.garbage(limit: Self.blobsAtOnce)
      let removed = try blobs.removalLock.unlessHeld {
        try candidates.filter { digest in try blobs.remove(digest) { try ledger.isReferredTo(digest) } }
      }
      guard let removed else { return count }
      if !removed.isEmpty { try write { transaction in try transaction.forgetBlobs(removed) } }
      count += removed.count
      // Those that stay are pinned; their upload has not ended yet.
      isGarbageLeft = removed.count < candidates.count
      guard candidates.count == Self.blobsAtOnce, !isGarbageLeft else { return count }
    }
  }

  /// Removes all blobs that no record knows.
  ///
  /// - Parameter check: Is asked between one folder and the next whether to go on; stops by throwing.
  /// - Returns: The number of blobs that were removed.
  func sweepOrphans(_ check: () throws -> Void = {}) throws -> Int {
    var sweep = try OrphanSweep(of: blobs)
    let ledger = try ledger()
    var count = 0
    while let removed = try sweep.step(ledger) {
      count += removed
      try check()
    }
    return count
  }

  /// Forgets idempotency keys that have expired, and where there are still too many, the oldest of the accounts that have
  /// most.
  func forgetResponses() throws {
    let now = time.now()
    while try write({ transaction in try transaction.idempotencyKeys.forget(expiredBy: now) }) {}
    let counts = try connection.opened().responseCounts()
    writer.port.meter.noteResponses(count: counts.reduce(0) { $0 + $1.count })
    guard let level = FairShare.level(of: counts.map(\.count), within: configuration.storedResponseLimit) else {
      return
    }
    for (account, count) in counts where count > level {
      var excess = count - level
      while excess > 0 {
        excess = try write { [excess] in try $0.idempotencyKeys.forgetOldest(of: account, count: excess) }
      }
    }
  }

  /// Forgets numbers of edits that have been kept for long enough, and where there are still too many, the oldest of the
  /// accounts that have most.
  func forgetEdits() throws {
    let now = steadyTime.now()
    while try write({ transaction in try transaction.edits.forget(expiredBy: now) }) {}
    let counts = try connection.opened().editCounts()
    writer.port.meter.noteEdits(count: counts.reduce(0) { $0 + $1.count })
    guard let level = FairShare.level(of: counts.map(\.count), within: configuration.editLimit) else { return }
    for (account, count) in counts where count > level {
      var excess = count - level
      while excess > 0 {
        excess = try write { [excess] in try $0.edits.forgetOldest(of: account, count: excess) }
      }
    }
  }

  /// Forgets upload tickets that have expired.
  func forgetTickets() throws {
    let now = time.now()
    while try write({ transaction in try transaction.forgetTickets(expiredBy: now) }) {}
  }

  /// Forgets share links that have expired.
  func forgetLinks() throws {
    let now = time.now()
    while try write({ transaction in try transaction.forgetLinks(expiredBy: now) }) {}
  }

  /// Forgets invitations that have expired.
  func forgetInvitations() throws {
    let now = time.now()
    while try write({ transaction in try transaction.forgetInvitations(expiredBy: now) }) {}
  }

  /// Forgets requests for archives that have expired.
  func forgetArchives() throws {
    let now = time.now()
    while try write({ transaction in try transaction.forgetArchives(expiredBy: now) }) {}
  }

  /// Brings the search indexes up to date, a part at a time.
  func indexPhotos() throws {
    while try connection.opened().hasUnindexedPhotos() { try write { transaction in try transaction.indexPhotos() } }
  }

  /// Removes what deleted photos have left that can be restored no longer, and goes on with deleted accounts of which
  /// something is left: of those whose deletion failed, or ended with the service; and removes what deleted albums have left.
  func finishDeletions() throws {
    let database = try connection.opened()
    for account in try database.accountsToDelete() {
      var next: AccountDeletionStep? = .favourites(after: nil)
      while let step = next {
        next = try write { transaction in try transaction.continueDeletion(of: account, step) }
      }
    }
    while try database.hasOverduePhotos(at: steadyTime.now()) {
      _ = try write { transaction in try transaction.purgePhotos() }
    }
    while try database.hasDeletedAlbums() { try write { transaction in try transaction.purgeAlbums() } }
  }

  private var longestRest: Int {
    let rest = sweep == nil ? Int(Self.expiryInterval) : Int(configuration.sweepPause.nanoseconds / 1_000_000)
    return min(rest, scrub.rest(from: time.monotonicNanoseconds()) ?? rest)
  }

  private func removeExpiredIfDue() {
    let now = time.monotonicNanoseconds()
    guard now >= nextExpiry else { return }
    nextExpiry = now + Self.expiryInterval * 1_000_000
    // Another process may have given a part of it up.
    writer.port.reserve.refill()
    attempt { try forgetResponses() }
    attempt { try forgetEdits() }
    attempt { try forgetTickets() }
    attempt { try forgetLinks() }
    attempt { try forgetInvitations() }
    attempt { try forgetArchives() }
    attempt { try finishDeletions() }
    attempt { try indexPhotos() }
    guard now >= nextMark else { return }
    nextMark = now + Self.markInterval * 1_000_000
    attempt {
      try write { [mark = steadyTime.mark] transaction in try Installation.keep(mark, in: transaction.database) }
    }
  }

  private func sweepIfDue() {
    let now = time.monotonicNanoseconds()
    if sweep == nil, now >= nextSweep {
      nextSweep = now + configuration.sweepInterval.nanoseconds
      attempt { sweep = try OrphanSweep(of: blobs) }
    }
    guard sweep != nil else { return }
    var isOver = true
    attempt { isOver = try sweep?.step(ledger()) == nil }
    if isOver { sweep = nil }
  }

  /// Lets the writer do something, and waits for it.
  private func write<Result: Sendable>(
    _ work: @escaping @Sendable (inout WriteTransaction) throws -> Result
  ) throws -> Result {
    let isDone = DispatchSemaphore(value: 0)
    let box = Handover<Swift.Result<Result, any Error>>()
    writer.enqueue(mayUseReserve: true, work) { result in
      box.put(result)
      isDone.signal()
    }
    if writer.hasThread { isDone.wait() } else { writer.catchUp() }
    guard let result = box.take() else { throw WoofError(.internal, "The writer gave no answer.") }
    return try result.get()
  }
}

extension Duration {
  /// The length in nanoseconds, cut to what an `Int64` holds.
  var nanoseconds: Int64 {
    let (seconds, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooLong else { return seconds > 0 ? .max : .min }
    return seconds + components.attoseconds / 1_000_000_000
  }
}

/// A place through which one thread hands a value to another.
final class Handover<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Puts a value in.
  func put(_ value: Value) { self.value.withLock { $0 = value } }

  /// Takes the value out; `nil` where there is none.
  func take() -> Value? { value.withLock { $0.take() } }
}
