// SPDX-License-Identifier: Apache-2.0

/// The subscriber behind an asynchronous sequence: each value awaited is one value asked for.
final class AsyncValues<Output, Failure: Error>: Subscriber, @unchecked Sendable {  // mutable state is behind the lock
  typealias Waiter = UnsafeContinuation<Handed<Result<Output, Failure>?>, Never>

  private let lock = Lock()
  private var upstream = Connection.awaited
  private var waiters = FIFO<Waiter>()

  /// The values awaited before there was a subscription to ask for them.
  private var early = Subscribers.Demand.none

  /// A failure that nobody waited for.
  private var failure: Failure?

  func receive(subscription: any Subscription) {
    let demand: Subscribers.Demand? = lock.withLock {
      guard upstream.attach(subscription) else { return nil }
      defer { early = .none }
      return early
    }
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Output) -> Subscribers.Demand {
    lock.withLock { waiters.popFirst() }?.resume(returning: Handed(.success(input)))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    var subscription: (any Subscription)?
    guard var waiters = end(&subscription) else { return }
    if case .failure(let error) = completion {
      if let first = waiters.popFirst() {
        first.resume(returning: Handed(.failure(error)))
      } else {
        lock.withLock { failure = error }
      }
    }
    withExtendedLifetime(subscription) {
      while let waiter = waiters.popFirst() { waiter.resume(returning: Handed(nil)) }
    }
  }

  /// The next value, or the failure the first time it is met; `nil` at the end, and once the task is cancelled.
  func next(isolation actor: isolated (any Actor)?) async -> Result<Output, Failure>? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation(isolation: actor) { wait($0) }.value
    } onCancel: {
      cancel()
    }
  }

  func cancel() {
    var subscription: (any Subscription)?
    guard var waiters = end(&subscription) else { return }
    subscription?.cancel()
    while let waiter = waiters.popFirst() { waiter.resume(returning: Handed(nil)) }
  }

  private func wait(_ waiter: Waiter) {
    var subscription: (any Subscription)?
    let ending: Handed<Result<Output, Failure>?>? = lock.withLock {
      if upstream.isEnded { return Handed(failure.take().map { .failure($0) }) }
      waiters.append(waiter)
      if !upstream.isAttached { early += 1 }
      subscription = upstream.subscription
      return nil
    }
    if let ending { waiter.resume(returning: ending) }
    subscription?.request(.max(1))
  }

  /// Ends the sequence.
  ///
  /// - Parameter subscription: Becomes that to the publisher, where there was one.
  /// - Returns: The waiters; `nil` if it had ended before.
  private func end(_ subscription: inout (any Subscription)?) -> FIFO<Waiter>? {
    lock.withLock {
      guard !upstream.isEnded else { return nil }
      defer { waiters = FIFO() }
      subscription = upstream.end()
      return waiters
    }
  }
}

/// Cancels when the iterator that keeps it is gone, in whichever way the loop over it was left.
final class CancelledOnRelease<Output, Failure: Error>: Sendable {
  let values: AsyncValues<Output, Failure>

  init(_ values: AsyncValues<Output, Failure>) {
    self.values = values
  }

  deinit {
    values.cancel()
  }
}
