// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// The subscription that an operator with several publishers, one after the other, hands to its subscriber.
///
/// It remembers how much is still wanted, and asks each publisher that takes over for that.
@usableFromInline final class RelaySubscription: Subscription, CustomStringConvertible {
  /// The name of the operator.
  @usableFromInline let description: String
  @usableFromInline let over = Atomic(false)
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var upstream: (any Subscription)?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var requested = Subscribers.Demand.none  // guarded by the lock

  /// The demand that values have returned, less one for each of them. Reached only by values, which come one at a time.
  @usableFromInline @exclusivity(unchecked) var balance = Subscribers.Demand.none  // reached by one at a time

  /// - Parameter description: The name of the operator, which the subscription has in log messages.
  @inlinable init(_ description: String) {
    self.description = description
  }

  /// `true` if nothing may be sent downstream any more, after the subscription was cancelled or has completed.
  @inlinable var isOver: Bool { over.load(ordering: .relaxed) }

  /// Takes the subscription of the publisher whose turn it is, and asks it for what is wanted; or cancels it if there is
  /// no use for it.
  ///
  /// - Returns: `true` if there was use for it.
  @inlinable func attach(_ subscription: any Subscription) -> Bool {
    let balance = balance
    let wanted: Subscribers.Demand? = lock.withLock {
      guard upstream == nil, !isOver else { return nil }
      upstream = subscription
      return requested + balance
    }
    guard let wanted else {
      subscription.cancel()
      return false
    }
    if wanted > .none { subscription.request(wanted) }
    return true
  }

  /// Drops the subscription of a publisher that has completed, so that another may follow.
  @inlinable func detach() {
    _ = lock.withLock { upstream.take() }
  }

  /// Counts a value that has been sent downstream.
  ///
  /// - Parameter demand: The demand that the subscriber has sent.
  @inlinable func didSend(andGot demand: Subscribers.Demand) {
    balance += demand
    balance -= 1
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    let source = lock.withLock {
      requested += demand
      return upstream
    }
    source?.request(demand)
  }

  @inlinable func cancel() {
    over.store(true, ordering: .relaxed)
    lock.withLock { upstream.take() }?.cancel()
  }

  /// Ends the subscription because the last publisher has completed.
  ///
  /// - Returns: `true` if it was not over before, and so the subscriber is to be told.
  @inlinable func end() -> Bool {
    detach()
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
