// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// The subscription that an operator hands to its subscriber, in place of the one it got from its publisher.
///
/// The operator and its subscription are two objects for two reasons. The subscriber, which keeps the subscription,
/// does not keep the operator, nor by way of it itself: once the publisher has dropped the operator, all of it goes. And
/// the operator's own state is reached only by the values, which come one at a time, and so needs no lock; what
/// other threads reach is here.
@usableFromInline final class OperatorSubscription: Subscription, CustomStringConvertible {
  /// The name of the operator.
  @usableFromInline let description: String
  @usableFromInline let demandFactor: Int
  @usableFromInline let over = Atomic(false)
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var upstream: (any Subscription)?  // guarded by the lock

  /// - Parameters:
  ///   - description: The name of the operator, which the subscription has in log messages.
  ///   - demandFactor: The number of values of the publisher that make one of the operator.
  @inlinable init(_ description: String, demandFactor: Int = 1) {
    self.description = description
    self.demandFactor = demandFactor
  }

  /// `true` if nothing may be sent downstream any more, after the subscription was cancelled or has completed.
  @inlinable var isOver: Bool { over.load(ordering: .relaxed) }

  /// Takes the publisher's subscription, or cancels it if there is no use for it.
  ///
  /// - Returns: `true` if this is the one and only subscription, of which the subscriber is to be told.
  @inlinable func attach(_ subscription: any Subscription) -> Bool {
    let isFirst = lock.withLock {
      guard upstream == nil, !isOver else { return false }
      upstream = subscription
      return true
    }
    if !isFirst { subscription.cancel() }
    return isFirst
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    lock.withLock { upstream }?.request(demand * demandFactor)
  }

  @inlinable func cancel() {
    _ = endBeforeUpstream()
  }

  /// Drops the subscription of a publisher that has completed, where the end comes later.
  @inlinable func detach() {
    _ = lock.withLock { upstream.take() }
  }

  /// Ends the subscription because the publisher has completed.
  ///
  /// - Returns: `true` if it was not over before, and so the subscriber is to be told.
  @inlinable func end() -> Bool {
    _ = lock.withLock { upstream.take() }
    return !over.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Ends the subscription before the publisher has completed, and cancels that.
  ///
  /// - Returns: `true` if it was not over before, and so the subscriber is to be told.
  @inlinable func endBeforeUpstream() -> Bool {
    let isFirst = !over.exchange(true, ordering: .acquiringAndReleasing)
    lock.withLock { upstream.take() }?.cancel()
    return isFirst
  }
}
