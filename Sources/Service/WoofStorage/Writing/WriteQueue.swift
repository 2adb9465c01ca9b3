// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

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

  /// Makes a queue that refuses what comes beyond `limit`.
  init(limit: Int) { self.limit = limit }

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
    return isTaken
  }

  /// Lets the writer take what waits, and then end.
  func close() {
    let mustWake = state.withLock { state in
      state.isClosed = true
      return Self.endSleep(in: &state)
    }
    if mustWake { wakeUp.signal() }
  }

  /// Waits until so many operations have queued, but no longer than so many nanoseconds.
  func gather(_ wait: GatherPacing.Wait) {
    guard sleep(untilCount: wait.count) else { return }
    _ = wakeUp.wait(timeout: .now() + .nanoseconds(Int(wait.nanoseconds)))
  }

  /// Waits for operations, for at most so many milliseconds, and moves them into an array that must be empty.
  ///
  /// - Returns: `true` if there may be more: not once the queue has been closed and is empty.
  func take(into operations: inout [WriteOperation], waitingAtMost milliseconds: Int) -> Bool {
    if sleep(untilCount: 1) { _ = wakeUp.wait(timeout: .now() + .milliseconds(milliseconds)) }
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
