// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Holds tasks back until it is opened, or until they are cancelled.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Whether somebody waits.
  var hasWaiters: Bool { state.withLock { !$0.waiters.isEmpty } }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits; whether the gate was opened, and not the task cancelled.
  @discardableResult
  func wait() async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    return !Task.isCancelled
  }
}
