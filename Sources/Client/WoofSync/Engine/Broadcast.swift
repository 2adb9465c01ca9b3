// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Tells a value and its changes to whoever subscribes. A slow subscriber gets the newest value.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
  private struct State {
    var value: Value
    var subscribers: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextID = 0
    var isFinished = false
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  /// Sets the value, and tells it where it is another one.
  func send(_ value: Value) {
    let subscribers = state.withLock { state -> [AsyncStream<Value>.Continuation] in
      guard state.value != value else { return [] }
      state.value = value
      return Array(state.subscribers.values)
    }
    for subscriber in subscribers { subscriber.yield(value) }
  }

  /// The value now, and each change of it.
  func subscribe() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state -> Int? in
      continuation.yield(state.value)
      guard !state.isFinished else { return nil }
      state.nextID += 1
      state.subscribers[state.nextID] = continuation
      return state.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
    }
    return stream
  }

  /// Ends all subscriptions.
  func finish() {
    let subscribers = state.withLock { state in
      state.isFinished = true
      defer { state.subscribers = [:] }
      return Array(state.subscribers.values)
    }
    for subscriber in subscribers { subscriber.finish() }
  }
}
