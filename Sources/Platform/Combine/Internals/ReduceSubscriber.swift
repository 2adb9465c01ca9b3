// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Takes in all values of a publisher, whatever the demand, and sends what a ``Reduction`` makes of them when there is
/// demand for that.
@usableFromInline
final class ReduceSubscriber<Downstream: Subscriber, R: Reduction>: Subscriber, Subscription,
  CustomStringConvertible
where Downstream.Input == R.Output, Downstream.Failure == R.Failure {
  /// The name of the operator, by which the subscription appears in log messages.
  @usableFromInline let description: String

  /// `true` if no more values are taken in.
  @usableFromInline let closed = Atomic(false)

  @usableFromInline let cancelled = Atomic(false)

  /// Reached only by values and completion, which come one at a time.
  @usableFromInline @exclusivity(unchecked) var reduction: R  // as one at a time reaches it, checks would only cost

  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var downstream: Downstream?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var upstream: (any Subscription)?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var isWanted = false  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var result: R.Output?  // guarded by the lock

  @inlinable init(_ description: String, to downstream: Downstream, _ reduction: R) {
    self.description = description
    self.downstream = downstream
    self.reduction = reduction
  }

  @inlinable func receive(subscription: any Subscription) {
    let receiver: Downstream? = lock.withLock {
      guard upstream == nil, let downstream, !closed.load(ordering: .relaxed) else { return nil }
      upstream = subscription
      return downstream
    }
    guard let receiver else { return subscription.cancel() }
    receiver.receive(subscription: self)
    lock.withLock { upstream }?.request(.unlimited)
  }

  @inlinable func receive(_ input: R.Input) -> Subscribers.Demand {
    if closed.load(ordering: .relaxed) { return .none }
    switch reduction.receive(input) {
    case .more: break
    case .done: close(cancelling: true)
    case .fail(let error): fail(error, cancelling: true)
    }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<R.UpstreamFailure>) {
    switch completion {
    case .finished: close(cancelling: false)
    case .failure(let error): fail(reduction.failure(for: error), cancelling: false)
    }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let ready: (Downstream, R.Output)? = lock.withLock {
      isWanted = true
      guard let value = result.take(), let receiver = downstream.take() else { return nil }
      return (receiver, value)
    }
    guard let (receiver, value) = ready else { return }
    deliver(value, to: receiver)
  }

  @inlinable func cancel() {
    cancelled.store(true, ordering: .relaxed)
    closed.store(true, ordering: .relaxed)
    var source: (any Subscription)?
    let released = lock.withLock {
      source = upstream.take()
      return (downstream.take(), result.take())
    }
    withExtendedLifetime(released) { source?.cancel() }
  }

  @inlinable func close(cancelling: Bool) {
    guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let value = reduction.result()
    var source: (any Subscription)?
    let receiver: Downstream? = lock.withLock {
      source = upstream.take()
      if value == nil || isWanted { return downstream.take() }
      result = downstream == nil ? nil : value
      return nil
    }
    if cancelling { source?.cancel() }
    guard let receiver else { return }
    deliver(value, to: receiver)
  }

  @inlinable func deliver(_ value: R.Output?, to receiver: Downstream) {
    if let value { _ = receiver.receive(value) }
    if cancelled.load(ordering: .relaxed) { return }
    receiver.receive(completion: .finished)
  }

  @inlinable func fail(_ error: R.Failure, cancelling: Bool) {
    guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var source: (any Subscription)?
    let receiver = lock.withLock {
      source = upstream.take()
      return downstream.take()
    }
    if cancelling { source?.cancel() }
    receiver?.receive(completion: .failure(error))
  }
}
