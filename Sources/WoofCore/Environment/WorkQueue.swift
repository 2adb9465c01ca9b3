internal import Dispatch
internal import Synchronization

/// What waits for a thread, first in, first out.
final class WorkQueue: Sendable {
  private struct State {
    /// What has been taken leaves an empty place, so that the queue holds on to nothing that a piece of work held.
    var places: [(@Sendable () -> Void)?] = []
    var taken = 0
    var isClosed = false
    var count: Int { places.count - taken }
  }

  /// After so many empty places the queue is moved to the front.
  private static let emptyPlaceLimit = 1024

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  private let limit: Int

  /// Makes a queue in which `limit` pieces of work may wait.
  init(limit: Int) { self.limit = limit }

  /// Appends a piece of work.
  ///
  /// - Returns: Whether there was a place for it.
  func append(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      guard state.count < limit, !state.isClosed else { return false }
      state.places.append(work)
      return true
    }
    if isTaken { available.signal() }
    return isTaken
  }

  /// Takes nothing more; the threads end after what waits.
  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
  }

  /// Works on the calling thread until the queue has been closed and is empty.
  func runUntilClosed() {
    while let work = next() { work() }
    // Wakes the next thread, so that one signal ends them all.
    available.signal()
  }

  private func next() -> (@Sendable () -> Void)? {
    available.wait()
    return state.withLock { state in
      guard state.count > 0 else { return nil }
      let work = state.places[state.taken].take()
      state.taken += 1
      if state.taken == state.places.count || state.taken == Self.emptyPlaceLimit {
        state.places.removeFirst(state.taken)
        state.taken = 0
      }
      return work
    }
  }
}
