// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// Runs a test's task on threads that may block: a test that waits for a socket or a process must not take one of the
/// few threads that all other tasks of the process share.
final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads()

  private struct State {
    var jobs: [UnownedJob] = []
    var idleCount = 0
  }

  private let state = Mutex(State())
  private let available = Semaphore()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.idleCount > 0 else { return true }
      state.idleCount -= 1
      return false
    }
    if needsThread { Thread.detachNewThread { self.run() } }
    available.signal()
  }

  private func run() {
    while true {
      available.wait()
      let job = state.withLock { $0.jobs.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.idleCount += 1 }
    }
  }
}

/// Runs a closure where it may block.
func blocking<Result>(_ body: () async throws -> Result) async throws -> Result {
  try await withTaskExecutorPreference(BlockingThreads.shared) { try await body() }
}

/// Counts what is there to be taken, and lets those wait for whom there is nothing.
private final class Semaphore: @unchecked Sendable {  // the system's semaphore is made for several threads
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)  // lives as long as the process

  init() { sem_init(semaphore, 0, 0) }

  func signal() { sem_post(semaphore) }
  func wait() { while sem_wait(semaphore) != 0 {} }
}
