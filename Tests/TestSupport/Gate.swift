// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Holds tasks up until a test opens it.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// How many tasks stand before it.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits until it is open.
  func pass() async {
    await withUnsafeContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until it is open, on a thread that may block.
  func passBlocking() {
    let passed = DispatchSemaphore(value: 0)
    Task {
      await pass()
      passed.signal()
    }
    passed.wait()
  }

  /// Lets all through, now and later.
  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
