// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
package import WoofSystem

/// Threads for work that blocks: disk, password hashes, databases. Event loops hand work over and await it. Where threads
/// are too few, the clients of the tasks that hand over take turns (``WorkClient``).
///
/// The threads end when the pool goes, after what has been queued.
package final class WorkerPool: Sendable {
  private let queue: WorkQueue

  /// Starts a pool.
  ///
  /// - Parameters:
  ///   - name: The name of the threads, for `top` and `gdb`; the system cuts it to 15 bytes.
  ///   - threadCount: The number of pieces of work that run at once, at least one.
  ///   - queueLimit: The most pieces that may wait, 10,000 by default; more are refused.
  ///   - workplace: Where the work is done; on threads by default.
  package init(name: String, threadCount: Int, queueLimit: Int = 10_000, on workplace: Workplace = .threads) {
    queue = WorkQueue(threadCount: max(1, threadCount), limit: queueLimit, on: workplace)
    queue.start(named: name)
  }

  deinit { queue.close() }

  /// Runs `work` on one of the threads.
  ///
  /// - Parameter cost: The amount of work, in units of a look-up; 1 by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much waits already, and what `work` throws.
  package func run<Result: Sendable>(
    cost: Int = 1, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Result, any Error>) in
      let item = WorkItem(work, continuation)
      let isQueued = queue.append(cost: cost) { item.run() }
      guard !isQueued else { return }
      continuation.resume(throwing: WoofError(.unavailable, "The service is overloaded; try again.", retryAfter: 1))
    }
  }
}

/// Work that is awaited. What it holds has been let go of, and what it makes handed over, before whoever awaits it
/// goes on: an upload that is given up is gone at once.
private final class WorkItem<Result: Sendable>: @unchecked Sendable {  // run once, on the thread that takes it
  private var work: (@Sendable () throws -> Result)?
  private let continuation: UnsafeContinuation<Result, any Error>

  init(_ work: @escaping @Sendable () throws -> Result, _ continuation: UnsafeContinuation<Result, any Error>) {
    self.work = work
    self.continuation = continuation
  }

  func run() {
    do {
      continuation.resume(returning: try perform())
    } catch {
      continuation.resume(throwing: error)
    }
  }

  private func perform() throws -> Result {
    guard let work = work.take() else { throw CancellationError() }
    return try work()
  }
}
