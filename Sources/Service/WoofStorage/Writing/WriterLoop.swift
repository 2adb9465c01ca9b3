// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite
internal import WoofSystem

/// The work of the writer's thread, to which it is confined.
final class WriterLoop {
  /// The milliseconds without work after which pending favourites are folded.
  private static let restBeforeFold = 250
  /// The interval between two looks for other processes' changes of accounts, in milliseconds.
  private static let pollInterval = 1000

  private let port: WriterPort
  private let time: any TimeSource
  private let folds: Bool
  private var transaction: WriteTransaction
  private var pacing = FoldPacing()
  private var gathering = GatherPacing()
  private var checkpoints: CheckpointPacing
  private var lastPoll: Int64
  private var lastCommit: Int64
  /// After a fold that failed: from how many pending favourites on the next one is tried.
  private var retryFrom = 0
  private var results: [FavouriteResult] = []

  private struct FavouriteResult {
    let continuation: UnsafeContinuation<FavouriteState, any Error>
    let isFavourite: Bool
    let outcome: WriteTransaction.FavouriteOutcome

    func give(_ changes: [PhotoRecord]) {
      switch outcome {
      case .changed(let place):
        continuation.resume(returning: FavouriteState(photo: changes[place], isFavourite: isFavourite))
      case .unchanged(let record):
        continuation.resume(returning: FavouriteState(photo: record, isFavourite: isFavourite))
      case .late(let state): continuation.resume(returning: state)
      case .refused(let error): continuation.resume(throwing: error)
      }
    }
  }

  init(transaction: WriteTransaction, port: WriterPort, settings: WriterSettings, time: any TimeSource) {
    self.transaction = transaction
    self.port = port
    self.time = time
    folds = settings.folds
    checkpoints = CheckpointPacing(pageLimit: settings.logPageLimit)
    lastPoll = time.monotonicNanoseconds()
    lastCommit = lastPoll
    transaction.database.countLogPages()
  }

  /// Works until the queue is closed and empty.
  func run() {
    var operations: [WriteOperation] = []
    while port.queue.take(into: &operations, waitingAtMost: longestRest) { work(&operations) }
    fold()
  }

  /// Does what waits, without a thread.
  func takeTurn() -> WorkerTurns.Rest {
    var operations: [WriteOperation] = []
    guard port.queue.take(into: &operations, waitingAtMost: 0) else {
      fold()
      return .over
    }
    work(&operations)
    return .atMost(port.queue.isClosed ? 0 : Int64(longestRest) * 1_000_000)
  }

  private func work(_ operations: inout [WriteOperation]) {
    if operations.isEmpty {
      if time.monotonicNanoseconds() - lastCommit >= Int64(Self.restBeforeFold) * 1_000_000 { fold() }
    } else {
      let wait = commit(operations)
      operations.removeAll(keepingCapacity: true)
      if transaction.favourites.pending.entryCount >= max(pacing.limit, retryFrom) {
        fold()
      } else if let wait {
        port.queue.gather(wait)
      }
    }
    checkpointIfDue()
    pollIfDue()
  }

  private var longestRest: Int {
    transaction.favourites.pending.entryCount > 0 ? Self.restBeforeFold : Self.pollInterval
  }

  /// Commits operations and gives their results.
  ///
  /// - Returns: The limits of the wait after that; `nil` for no wait.
  private func commit(_ operations: [WriteOperation]) -> GatherPacing.Wait? {
    // What the reserve gave is not for everybody: until it is whole again, nothing else is written.
    guard port.reserve.isWhole || port.reserve.refill() else {
      commitOnReserve(operations, otherwise: .noRoomLeft)
      return nil
    }
    let start = time.monotonicNanoseconds()
    guard let failure = run(operations) else { return conclude(operations, begunAt: start) }
    if failure.isOutOfSpace {
      commitOnReserve(operations, otherwise: WoofError(failure))
    } else {
      for operation in operations { operation.fail(WoofError(failure)) }
    }
    return nil
  }

  /// Commits those of the operations for which the disk's reserve is kept, and gives it up for them, a part at a time.
  ///
  /// - Parameter error: The error for all others.
  private func commitOnReserve(_ operations: [WriteOperation], otherwise error: WoofError) {
    for operation in operations where !operation.mayUseReserve { operation.fail(error) }
    let operations = operations.filter(\.mayUseReserve)
    guard !operations.isEmpty else { return }
    transaction.isOnReserve = true
    defer { transaction.isOnReserve = false }
    // At first without giving up anything: some find out only now that the reserve is not for them.
    var failure: SQLiteError
    repeat {
      let start = time.monotonicNanoseconds()
      guard let found = run(operations) else {
        _ = conclude(operations, begunAt: start)
        return
      }
      failure = found
    } while port.reserve.givesWay(to: failure)
    for operation in operations { operation.fail(WoofError(failure)) }
  }

  /// Gives the results of operations that have been committed.
  ///
  /// - Returns: The limits of the wait after that; `nil` for no wait.
  private func conclude(_ operations: [WriteOperation], begunAt start: Int64) -> GatherPacing.Wait? {
    let changes = publish()
    lastCommit = time.monotonicNanoseconds()
    port.meter.noteCommit(
      operationCount: operations.count, nanoseconds: lastCommit - start,
      logPageCount: transaction.database.logPageCount)
    let wait = gathering.wait(completed: operations.count, queued: port.queue.count)
    for result in results { result.give(changes) }
    results.removeAll(keepingCapacity: true)
    for case .other(let write) in operations { write.finish(failure: nil) }
    return wait
  }

  /// Runs operations in one transaction.
  ///
  /// - Returns: The error that kept all of it from being committed; `nil` where all was.
  private func run(_ operations: [WriteOperation]) -> SQLiteError? {
    let database = transaction.database
    do throws(SQLiteError) {
      try database[.beginWriting].run()
      // Folding has failed for long; if it still does, nothing more is taken in.
      if transaction.favourites.pending.entryCount > 4 * FoldPacing.most { try transaction.foldFavourites() }
      for operation in operations {
        switch operation {
        case .favourite(let write):
          let outcome = try transaction.setFavourite(write)
          results.append(
            FavouriteResult(continuation: write.continuation, isFavourite: write.isFavourite, outcome: outcome))
        case .other(let write):
          transaction.doesMoreThanFavourites = true
          try write.run(in: &transaction)
        }
      }
      try transaction.writeEnd()
      let start = time.monotonicNanoseconds()
      try database[.commit].run()
      gathering.note(commitNanoseconds: time.monotonicNanoseconds() - start)
      return nil
    } catch {
      port.state.note(error)
      database.rollBack()
      transaction.discard(returningTo: port.state)
      port.meter.noteFailure()
      results.removeAll(keepingCapacity: true)
      return error
    }
  }

  /// Makes what was committed known to readers and observers.
  ///
  /// - Returns: The changes.
  private func publish() -> [PhotoRecord] {
    if let generation = transaction.credentialGeneration { port.noteCredentialGeneration(generation) }
    if transaction.leavesGarbage { port.maintenance.ask(for: .garbage) }
    if transaction.leavesPhotosUnindexed { port.maintenance.ask(for: .searchIndexes) }
    if transaction.idempotencyKeys.evictedCount > 0 {
      port.meter.noteEvictedResponses(transaction.idempotencyKeys.evictedCount)
    }
    if transaction.edits.lateCount > 0 || transaction.edits.evictedCount > 0 {
      port.meter.noteEdits(lateCount: transaction.edits.lateCount, evictedCount: transaction.edits.evictedCount)
    }
    let sharingSequence = transaction.sharingSequence
    let changes = transaction.publish(in: port.state)
    port.tell(of: changes, sharingThrough: sharingSequence)
    return changes
  }

  private func fold() {
    let entryCount = transaction.favourites.pending.entryCount
    guard folds, entryCount > 0 else { return }
    let database = transaction.database
    let start = time.monotonicNanoseconds()
    do throws(SQLiteError) {
      try database[.beginWriting].run()
      try transaction.foldFavourites()
      try database[.commit].run()
      _ = publish()
      retryFrom = 0
    } catch {
      // The favourites stay where they are, durable and readable; the next fold takes them.
      port.state.note(error)
      database.rollBack()
      transaction.discard(returningTo: port.state)
      port.meter.noteFailure()
      retryFrom = entryCount + FoldPacing.least
    }
    let nanoseconds = time.monotonicNanoseconds() - start
    port.meter.noteFold(nanoseconds: nanoseconds)
    pacing.note(entryCount: entryCount, nanoseconds: nanoseconds)
  }

  private func checkpointIfDue() {
    let pageCount = transaction.database.logPageCount
    switch checkpoints.action(pageCount: pageCount, isBackgroundDone: port.maintenance.isDone(.checkpoint)) {
    case .nothing: break
    case .copyInBackground: port.maintenance.ask(for: .checkpoint)
    case .copyHere: checkpoint(waits: false)
    case .copyHereAndWait: checkpoint(waits: true)
    }
  }

  private func checkpoint(waits: Bool) {
    let start = time.monotonicNanoseconds()
    // One that fails leaves the log as it is; the next one copies it.
    _ = try? transaction.database.checkpoint(waits: waits)
    port.meter.noteCheckpoint(nanoseconds: time.monotonicNanoseconds() - start)
  }

  private func pollIfDue() {
    let now = time.monotonicNanoseconds()
    guard now - lastPoll >= Int64(Self.pollInterval) * 1_000_000 else { return }
    lastPoll = now
    let generation = try? transaction.database[.credentialGeneration].first { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    if let generation { port.noteCredentialGeneration(generation) }
  }
}
