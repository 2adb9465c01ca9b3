// SPDX-License-Identifier: Apache-2.0

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
    guard waitBlocking(milliseconds: 60_000) else { throw TimedOut() }
  }

  /// Waits for it for at most so long, on a thread that may block; whether it has happened.
  @discardableResult
  func waitBlocking(milliseconds: Int) -> Bool {
    for _ in 0..<milliseconds {
      if isOpen { return true }
      usleep(1000)
    }
    return isOpen
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
