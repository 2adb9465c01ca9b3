// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofSQLite
internal import WoofSystem

/// The queue of operations for the writer, first in, first out. The writer takes all of it at once.
final class WriteQueue: Sendable {
  private struct State {
    var operations: [WriteOperation] = []
    var isWriterAsleep = false
    /// The number of operations that wakes the writer.
    var wakingCount = 1
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  private let limit: Int
  /// The turns of a writer without a thread.
  let turns: WorkerTurns?

  /// Makes a queue that refuses what comes beyond `limit`.
  init(limit: Int, turns: WorkerTurns? = nil) {
    self.limit = limit
    self.turns = turns
  }

  /// `true` once nothing more is taken.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The number of operations that wait.
  var count: Int { state.withLock { $0.operations.count } }

  /// Appends an operation.
  ///
  /// - Returns: `true` if it was taken: not where too many wait, nor after the queue was closed.
  func append(_ operation: WriteOperation) -> Bool {
    let (isTaken, mustWake) = state.withLock { state in
      guard state.operations.count < limit, !state.isClosed else { return (false, false) }
      state.operations.append(operation)
      return (true, state.operations.count >= state.wakingCount && Self.endSleep(in: &state))
    }
    if mustWake { wakeUp.signal() }
    if let turns, isTaken { turns.wake() }
    return isTaken
  }

  /// Lets the writer take what waits, and then end.
  func close() {
    let mustWake = state.withLock { state in
      state.isClosed = true
      return Self.endSleep(in: &state)
    }
    if mustWake { wakeUp.signal() }
    turns?.wake()
  }

  /// Waits until so many operations have queued, but no longer than so many nanoseconds.
  func gather(_ wait: GatherPacing.Wait) {
    guard turns == nil, sleep(untilCount: wait.count) else { return }
    _ = wakeUp.wait(timeout: .now() + .nanoseconds(Int(wait.nanoseconds)))
  }

  /// Waits for operations, for at most so many milliseconds, and moves them into an array that must be empty.
  ///
  /// - Returns: `true` if there may be more: not once the queue has been closed and is empty.
  func take(into operations: inout [WriteOperation], waitingAtMost milliseconds: Int) -> Bool {
    if turns == nil, sleep(untilCount: 1) { _ = wakeUp.wait(timeout: .now() + .milliseconds(milliseconds)) }
    return state.withLock { state in
      // The two arrays change places, so neither is ever allocated again.
      swap(&state.operations, &operations)
      state.isWriterAsleep = false
      return !state.isClosed || !operations.isEmpty
    }
  }

  /// Notes that the writer sleeps, unless there is nothing to wait for.
  private func sleep(untilCount count: Int) -> Bool {
    state.withLock { state in
      state.wakingCount = min(count, limit)
      state.isWriterAsleep = state.operations.count < state.wakingCount && !state.isClosed
      return state.isWriterAsleep
    }
  }

  private static func endSleep(in state: inout State) -> Bool {
    defer { state.isWriterAsleep = false }
    return state.isWriterAsleep
  }
}

/// Something that waits for the writer.
enum WriteOperation: Sendable {
  /// A favourite; by far the most frequent, so it stands here by itself and allocates nothing.
  case favourite(FavouriteWrite)
  /// Anything else.
  case other(any QueuedWrite)

  /// `true` if the operation may use the disk's reserve; always `false` for a favourite.
  var mayUseReserve: Bool {
    switch self {
    case .favourite: false
    case .other(let write): write.mayUseReserve
    }
  }

  /// Gives the error that its transaction failed.
  func fail(_ error: WoofError) {
    switch self {
    case .favourite(let write): write.continuation.resume(throwing: error)
    case .other(let write): write.finish(failure: error)
    }
  }
}

/// A favourite that is to be set or unset.
struct FavouriteWrite: Sendable {
  let isFavourite: Bool
  let photo: PhotoID
  let account: AccountID
  let time: Timestamp
  let edit: EditStamp?
  let condition: PhotoCondition
  let continuation: UnsafeContinuation<FavouriteState, any Error>
}

/// A write of any kind, from its place in the queue to its result.
protocol QueuedWrite: AnyObject, Sendable {
  /// `true` if the write may use the disk's reserve, because it administers or makes room.
  var mayUseReserve: Bool { get }

  /// Does the work, on the writer's thread.
  ///
  /// - Throws: ``SQLiteError`` to fail the whole transaction; other errors are kept for the result.
  func run(in transaction: inout WriteTransaction) throws(SQLiteError)

  /// Gives the result, after the transaction was committed, or failed with an error.
  func finish(failure: WoofError?)
}

/// A write that makes a result.
///
/// The work looks first and writes then: once it has written, nothing but ``SQLiteError`` may be thrown.
final class Write<Result: Sendable>: QueuedWrite {
  private let work: @Sendable (inout WriteTransaction) throws -> Result
  private let completion: @Sendable (Swift.Result<Result, any Error>) -> Void
  private let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
  let mayUseReserve: Bool

  init(
    mayUseReserve: Bool = false, _ work: @escaping @Sendable (inout WriteTransaction) throws -> Result,
    completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) {
    self.mayUseReserve = mayUseReserve
    self.work = work
    self.completion = completion
  }

  func run(in transaction: inout WriteTransaction) throws(SQLiteError) {
    let changeCount = transaction.database.changeCount
    do {
      let result = try work(&transaction)
      outcome.withLock { $0 = .success(result) }
    } catch let error as SQLiteError {
      throw error
    } catch {
      assert(transaction.database.changeCount == changeCount, "a write that fails by itself must not have written")
      outcome.withLock { $0 = .failure(error) }
    }
  }

  func finish(failure: WoofError?) {
    switch outcome.withLock({ $0 }) {
    case .failure(let error): completion(.failure(error))
    case .success(let result): completion(failure.map { .failure($0) } ?? .success(result))
    case nil: completion(.failure(failure ?? WoofError(.internal, "The write was not run.")))
    }
  }
}
