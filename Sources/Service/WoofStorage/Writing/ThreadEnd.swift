// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets tasks wait for threads to end.
final class ThreadEnd: Sendable {
  private struct State {
    var running: Int
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Waits for so many threads.
  init(threadCount: Int = 1) { state = Mutex(State(running: threadCount)) }

  /// Tells that a thread ends.
  func signal() {
    let waiting = state.withLock { state in
      state.running -= 1
      guard state.running == 0 else { return [UnsafeContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when all threads have ended.
  func wait() async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let isOver = state.withLock { state in
        if state.running > 0 { state.waiting.append(continuation) }
        return state.running == 0
      }
      if isOver { continuation.resume() }
    }
  }
}
