// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofSystem

/// Begins tasks for threads that may be blocked, and lets them wait for these.
///
/// A thread that Dispatch makes for a task is as nice as the one that has begun it, and serves everybody afterwards. So a thread
/// begins them that was made with this object, by somebody who does not step back behind others.
package final class TaskStarter: Sendable {
  private let queue = Queue()

  /// Starts the thread.
  package init() {
    let queue = queue
    SystemThread.start(named: "woof-tasks") { while let work = queue.next() { work() } }
  }

  deinit { queue.close() }

  /// Begins something in a task, which is cancelled when nothing refers to the result any more.
  func begin<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> PendingWork<Value> {
    let outcome = Outcome<Value>()
    queue.add { outcome.begin(body) }
    return PendingWork(outcome, queue)
  }

  /// Does something in a task, and waits for it. Blocks.
  ///
  /// - Parameter check: Is called again and again on this thread; where it throws, the task is cancelled.
  /// - Throws: What `check` throws, or else what `body` throws.
  func run<Value: Sendable>(
    whileWaiting check: () throws -> Void = {}, _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value { try begin(body).value(whileWaiting: check) }
}

/// A task that a thread has begun and can wait for.
final class PendingWork<Value: Sendable>: Sendable {
  /// The time between two looks whether what waits is to go on waiting.
  private static var pause: DispatchTimeInterval { .milliseconds(100) }

  private let outcome: Outcome<Value>
  private let queue: Queue

  fileprivate init(_ outcome: Outcome<Value>, _ queue: Queue) { (self.outcome, self.queue) = (outcome, queue) }

  deinit { queue.add { [outcome] in outcome.cancel() } }

  /// Waits for the task; to be called once. Blocks.
  ///
  /// - Parameter check: Is called again and again on this thread; where it throws, the task is cancelled, and has ended when that is
  ///   thrown.
  /// - Throws: What `check` throws, or else what the task throws.
  func value(whileWaiting check: () throws -> Void) throws -> Value {
    while outcome.isDone.wait(timeout: .now() + Self.pause) == .timedOut {
      do {
        try check()
      } catch {
        queue.add { [outcome] in outcome.cancel() }
        outcome.isDone.wait()
        throw error
      }
    }
    return try outcome.get()
  }
}

/// Work that waits for the thread.
private final class Queue: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let isThere = DispatchSemaphore(value: 0)

  func add(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append(work) }
    isThere.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    isThere.signal()
  }

  /// Waits for work; `nil` at the end.
  func next() -> (@Sendable () -> Void)? {
    isThere.wait()
    return state.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
  }
}

/// The outcome of a task that a thread waits for.
private final class Outcome<Value: Sendable>: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
    var result: Result<Value, any Error> = .failure(CancellationError())
  }

  let isDone = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  func begin(_ body: @escaping @Sendable () async throws -> Value) {
    state.withLock { state in
      let task = Task { [self] in
        do {
          let value = try await body()
          end(.success(value))
        } catch {
          end(.failure(error))
        }
      }
      if state.isCancelled { task.cancel() }
      state.task = task
    }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  func get() throws -> Value { try state.withLock { try $0.result.get() } }

  private func end(_ result: Result<Value, any Error>) {
    state.withLock { $0.result = result }
    isDone.signal()
  }
}
