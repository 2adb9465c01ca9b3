// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Asynchronous work whose result a thread waits for that may be blocked; never one of Swift's concurrency.
final class PendingWork<Value: Sendable>: Sendable {
  private let outcome: Outcome<Value>
  private let task: Task<Void, Never>

  /// Starts the work. It is cancelled when nothing refers to this object any more.
  init(_ work: @escaping @Sendable () async throws -> Value) {
    let outcome = Outcome<Value>()
    self.outcome = outcome
    task = Task {
      do { outcome.settle(.success(try await work())) } catch { outcome.settle(.failure(error)) }
    }
  }

  deinit { task.cancel() }

  /// Blocks until there is a result.
  ///
  /// - Parameter wait: Called a few times a second; stops the waiting by throwing.
  /// - Throws: What the work throws, and what `wait` throws.
  func value(while wait: () throws -> Void = {}) throws -> Value {
    while true {
      if let result = outcome.result { return try result.get() }
      _ = outcome.isThere.wait(timeout: .now() + .milliseconds(200))
      try wait()
    }
  }
}

private final class Outcome<Value: Sendable>: Sendable {
  let isThere = DispatchSemaphore(value: 0)
  private let settled = Mutex<Result<Value, any Error>?>(nil)

  var result: Result<Value, any Error>? { settled.withLock { $0 } }

  func settle(_ result: Result<Value, any Error>) {
    settled.withLock { $0 = result }
    isThere.signal()
  }
}
