// SPDX-License-Identifier: Apache-2.0

package import Combine
import Synchronization

/// Publishes what a sequence gives, as far as it is demanded; every subscriber makes the sequence run for itself.
///
/// A subscription that is cancelled cancels what runs, and is told nothing more. The failure is the client's error; what
/// was cancelled otherwise, as by its `Progress`, fails with ``WoofError/Code/cancelled``.
package struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
  package typealias Output = Base.Element
  package typealias Failure = WoofError

  private let base: Base

  package init(_ base: Base) { self.base = base }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = AsyncSequenceSubscription(base, AnySubscriber(subscriber))
    subscriber.receive(subscription: subscription)
  }
}

/// Publishes the value that work gives, once.
func single<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) -> AnyPublisher<Value, WoofError> {
  AsyncSequencePublisher(SingleValueSequence(work: work)).eraseToAnyPublisher()
}

/// A sequence of the one value that work gives.
private struct SingleValueSequence<Element: Sendable>: AsyncSequence, Sendable {
  let work: @Sendable () async throws -> Element

  func makeAsyncIterator() -> Iterator { Iterator(work: work) }

  struct Iterator: AsyncIteratorProtocol {
    var work: (@Sendable () async throws -> Element)?

    mutating func next() async throws -> Element? { try await work.take()?() }
  }
}

/// Reads a sequence for one subscriber.
private final class AsyncSequenceSubscription<Base: AsyncSequence & Sendable>: Subscription,
  @unchecked Sendable  // the subscriber is called by the one task only, the rest is behind a mutex
where Base.Element: Sendable {
  private struct State {
    var demand = Subscribers.Demand.none
    var task: Task<Void, Never>?
    var waiting: CheckedContinuation<Void, Never>?
    var isCancelled = false
  }

  private let base: Base
  private let subscriber: AnySubscriber<Base.Element, WoofError>
  private let state = Mutex(State())

  init(_ base: Base, _ subscriber: AnySubscriber<Base.Element, WoofError>) {
    self.base = base
    self.subscriber = subscriber
  }

  func request(_ demand: Subscribers.Demand) {
    let waiting = state.withLock { state in
      guard !state.isCancelled, demand > 0 else { return nil as CheckedContinuation<Void, Never>? }
      state.demand += demand
      if state.task == nil { state.task = Task { await self.run() } }
      return state.waiting.take()
    }
    waiting?.resume()
  }

  func cancel() {
    let (task, waiting) = state.withLock { state in
      state.isCancelled = true
      return (state.task, state.waiting.take())
    }
    task?.cancel()
    waiting?.resume()
  }

  private func run() async {
    do {
      var iterator = base.makeAsyncIterator()
      while await hasDemand(), let value = try await iterator.next() {
        guard take() else { return }
        let more = subscriber.receive(value)
        state.withLock { $0.demand += more }
      }
      complete(.finished)
    } catch let error as WoofError {
      complete(.failure(error))
    } catch is CancellationError {
      complete(.failure(WoofError(.cancelled, "This was cancelled: ask for it anew if it is wanted after all.")))
    } catch {
      complete(.failure(WoofError(.internal, "The client failed: tell whoever made it.", cause: error)))
    }
  }

  /// Waits until something is demanded; `false` once the subscription is cancelled.
  private func hasDemand() async -> Bool {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        guard !state.isCancelled, state.demand == 0 else { return true }
        state.waiting = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
    return state.withLock { !$0.isCancelled }
  }

  private func take() -> Bool {
    state.withLock { state in
      guard !state.isCancelled else { return false }
      state.demand -= 1
      return true
    }
  }

  private func complete(_ completion: Subscribers.Completion<WoofError>) {
    let isWanted = state.withLock { state in
      defer { state.isCancelled = true }
      return !state.isCancelled
    }
    if isWanted { subscriber.receive(completion: completion) }
  }
}
