internal import Dispatch
internal import Synchronization

/// What is to be done beside reading and writing.
enum MaintenanceDuty: Hashable, Sendable {
  /// Copying the write-ahead log into the database.
  case checkpoint
  /// Removing blobs that nothing refers to any longer.
  case garbage
}

/// Where the writer leaves what others shall do.
final class MaintenanceSignals: Sendable {
  private struct State {
    var duties: Set<MaintenanceDuty> = []
    var running: Set<MaintenanceDuty> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  /// Asks for something to be done.
  func ask(for duty: MaintenanceDuty) {
    guard state.withLock({ $0.duties.insert(duty).inserted }) else { return }
    wakeUp.signal()
  }

  /// Whether something that was asked for has been done.
  func isDone(_ duty: MaintenanceDuty) -> Bool {
    state.withLock { !$0.duties.contains(duty) && !$0.running.contains(duty) }
  }

  /// Lets whoever waits end.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  /// Waits for duties, for at most so many milliseconds; `nil` once it has been closed.
  func take(waitingAtMost milliseconds: Int) -> Set<MaintenanceDuty>? {
    _ = wakeUp.wait(timeout: .now() + .milliseconds(milliseconds))
    return state.withLock { state in
      guard !state.isClosed else { return nil }
      state.running = state.duties
      state.duties = []
      return state.running
    }
  }

  /// Tells that what was taken is done.
  func finish() { state.withLock { $0.running = [] } }
}
