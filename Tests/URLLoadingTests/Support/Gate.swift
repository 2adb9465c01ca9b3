import Glibc
import Synchronization

/// Something that happens once, and that threads and tasks wait for.
final class Gate: Sendable {
  struct TimedOut: Error {}

  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Whether it has happened.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// It happens. Again is the same as once.
  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for it, on a thread that may block, and for at most a minute.
  func waitBlocking() throws {
    for _ in 0..<60_000 {
      if isOpen { return }
      usleep(1000)
    }
    throw TimedOut()
  }

  /// Waits for it.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
