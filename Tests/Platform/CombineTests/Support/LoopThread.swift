// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// A thread that runs its run loop until it is told to stop.
final class LoopThread: @unchecked Sendable {  // what the threads share is behind the semaphore or the lock
  private let started = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  private var loop = RunLoop.main
  private var isStopped = false

  /// Starts the thread.
  ///
  /// - Returns: Its run loop.
  func start() -> RunLoop {
    let thread = Thread { self.run() }
    thread.start()
    started.wait()
    return lock.withLock { loop }
  }

  /// Lets the thread end.
  func stop() {
    lock.withLock { isStopped = true }
    loop.perform {}
    loop.add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in }, forMode: .default)
  }

  private func run() {
    lock.withLock { loop = RunLoop.current }
    let idle = Timer(fire: .distantFuture, interval: 1, repeats: false) { _ in }
    RunLoop.current.add(idle, forMode: .default)
    started.signal()
    while !lock.withLock({ isStopped }), RunLoop.current.run(mode: .default, before: .distantFuture) {}
    idle.invalidate()
  }
}
