// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Something that happens once, and that tasks and threads wait for.
final class Gate: Sendable {
  struct TimedOut: Error {}

  private struct State {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var threads: [DispatchSemaphore] = []
    var waiterCount = 0
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock(\.isOpen) }

  /// How many tasks wait.
  var waitingCount: Int { state.withLock(\.waiters.count) }

  /// Lets all through, now and later.
  func open() {
    let (waiters, threads) = state.withLock { state in
      state.isOpen = true
      defer { (state.waiters, state.threads) = ([:], []) }
      return (state.waiters.values, state.threads)
    }
    for waiter in waiters { waiter.resume() }
    for thread in threads { thread.signal() }
  }

  /// Waits until it is open, even if the task is cancelled.
  func wait() async { await wait(as: nextNumber(), unlessCancelled: false) }

  /// Waits until it is open or the task is cancelled; `false` if it is cancelled.
  @discardableResult
  func waitUnlessCancelled() async -> Bool {
    let number = nextNumber()
    await withTaskCancellationHandler {
      await wait(as: number, unlessCancelled: true)
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    return !Task.isCancelled
  }

  /// Waits until it is open, for at most a minute, on a thread that may block.
  func waitBlocking() throws {
    guard waitBlocking(milliseconds: 60_000) else { throw TimedOut() }
  }

  /// Waits until it is open, for at most so long, on a thread that may block; `false` if it is still closed.
  @discardableResult
  func waitBlocking(milliseconds: Int) -> Bool {
    let opened = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.threads.append(opened) }
      return state.isOpen
    }
    if !isOpen { _ = opened.wait(timeout: .now() + .milliseconds(milliseconds)) }
    return self.isOpen
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
  }

  private func wait(as number: Int, unlessCancelled: Bool) async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.isOpen || unlessCancelled && Task.isCancelled { return true }
        state.waiters[number] = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }
}
