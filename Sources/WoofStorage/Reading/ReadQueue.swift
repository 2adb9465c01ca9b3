internal import Dispatch
internal import Synchronization

/// Calls that wait for a reader, first in, first out.
final class ReadQueue: Sendable {
  typealias Call = @Sendable (Reader) -> Void

  private struct State {
    var calls: [Call] = []
    var taken = 0
    var isClosed = false
    var count: Int { calls.count - taken }
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  private let limit: Int

  /// Makes a queue that refuses what comes beyond `limit`.
  init(limit: Int) { self.limit = limit }

  /// How many calls wait.
  var count: Int { state.withLock { $0.count } }

  /// Appends a call.
  ///
  /// - Returns: Whether it was taken: not where too many wait, nor after the queue was closed.
  func append(_ call: @escaping Call) -> Bool {
    let isTaken = state.withLock { state in
      guard state.count < limit, !state.isClosed else { return false }
      state.calls.append(call)
      return true
    }
    if isTaken { available.signal() }
    return isTaken
  }

  /// Lets the readers take what waits, and then end.
  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
  }

  /// Waits for a call; `nil` once the queue has been closed and is empty.
  func next() -> Call? {
    available.wait()
    let call: Call? = state.withLock { state in
      guard state.count > 0 else { return nil }
      let call = state.calls[state.taken]
      state.taken += 1
      if state.taken == state.calls.count || state.taken == 1024 {
        state.calls.removeFirst(state.taken)
        state.taken = 0
      }
      return call
    }
    // Wakes the next reader, so that one signal ends them all.
    if call == nil { available.signal() }
    return call
  }
}
