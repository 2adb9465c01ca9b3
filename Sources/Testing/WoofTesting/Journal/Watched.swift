// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A value that tasks can wait for to change, without asking over and over.
final class Watched<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var waiters: [Int: @Sendable (Value) -> (@Sendable () -> Void)?] = [:]
    var endings: [Int: @Sendable (any Error) -> Void] = [:]
    var nextWaiter = 0
    var end: (any Error)?
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The value as it is now.
  var current: Value { state.withLock { $0.value } }

  /// Changes the value, and wakes those whose wait is over.
  @discardableResult
  func change<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    let result = state.withLock { change(&$0.value) }
    wake()
    return result
  }

  /// Returns what `look` finds in the value, now or when it has changed.
  ///
  /// - Throws: `CancellationError` where the task is cancelled meanwhile, and what ``end(_:)`` gave.
  func first<Found: Sendable>(_ look: @escaping @Sendable (Value) -> Found?) async throws -> Found {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { state in
          state.waiters[number] = { value in
            guard let found = look(value) else { return nil }
            return { continuation.resume(returning: found) }
          }
          state.endings[number] = { continuation.resume(throwing: $0) }
        }
        wake()
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Ends all waits, and those that begin later, with an error, unless they find what they look for.
  func end(_ error: any Error) {
    state.withLock { $0.end = error }
    wake()
  }

  /// Looks outside the lock, as what looks is somebody else's code.
  private func wake() {
    let (value, waiters, end) = state.withLock { ($0.value, $0.waiters, $0.end) }
    for (number, look) in waiters.sorted(by: { $0.key < $1.key }) {
      let resume = look(value)
      guard resume != nil || end != nil else { continue }
      let ending = state.withLock { state in
        state.waiters.removeValue(forKey: number) == nil ? nil : state.endings.removeValue(forKey: number)
      }
      guard let ending else { continue }
      if let resume { resume() } else if let end { ending(end) }
    }
  }

  private func cancel(_ number: Int) {
    let ending = state.withLock { state in
      state.waiters[number] = nil
      return state.endings.removeValue(forKey: number)
    }
    ending?(CancellationError())
  }
}
