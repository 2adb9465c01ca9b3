// SPDX-License-Identifier: Apache-2.0

/// The callers that wait for a sync, and the last error, which is what a sync that fails throws.
struct WaitingSyncs {
  private var continuations: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var lastNumber = 0
  private var lastError: WoofError?

  /// `true` if nobody waits.
  var isEmpty: Bool { continuations.isEmpty }

  /// A number for a caller that is about to wait.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Lets a caller wait under its number.
  mutating func add(_ continuation: CheckedContinuation<Void, any Error>, as number: Int) {
    continuations[number] = continuation
  }

  /// Takes out a caller that waits no longer; `nil` where it does not.
  mutating func remove(_ number: Int) -> CheckedContinuation<Void, any Error>? {
    continuations.removeValue(forKey: number)
  }

  /// Keeps the error of an event.
  mutating func note(_ event: SyncEngine.Event) {
    switch event {
    case .pullFailed(let error), .disconnected(let error), .storeFailed(let error): lastError = error
    case .settled(_, .pause(_, let error)), .settled(_, .signedOut(let error)), .settled(_, .unreachable(let error)):
      lastError = error
    default: break
    }
  }

  /// Tells all that wait how their sync ended.
  ///
  /// - Parameter problem: What kept it from its end; `nil` where everything is in step.
  mutating func finish(_ problem: SyncProblem?) {
    for continuation in takeAll() {
      if let problem { continuation.resume(throwing: error(of: problem)) } else { continuation.resume() }
    }
  }

  /// Tells all that wait that their sync was cancelled.
  mutating func cancelAll() {
    for continuation in takeAll() { continuation.resume(throwing: CancellationError()) }
  }

  private mutating func takeAll() -> [CheckedContinuation<Void, any Error>] {
    defer { continuations = [:] }
    return Array(continuations.values)
  }

  /// The error that a problem was made of, or one that says the same.
  private func error(of problem: SyncProblem) -> WoofError {
    if let lastError, SyncProblem(lastError) == problem { return lastError }
    return WoofError(WoofError.Code(name: problem.name, status: 0, title: "Not in step"), problem.message)
  }
}
