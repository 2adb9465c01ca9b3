// SPDX-License-Identifier: Apache-2.0

/// A subscription that asks its publisher for nothing before it is opened.
///
/// While the subscriber is being given its subscription, nothing can be delivered to it. A publisher that sends all at
/// once would never let that end.
@usableFromInline final class DeferredSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream: OperatorSubscription
  @usableFromInline let lock = Lock()

  /// The demand that has come before the subscription is opened; `nil` from then on.
  @usableFromInline var early: Subscribers.Demand? = Subscribers.Demand.none

  @inlinable init(_ description: String) {
    upstream = OperatorSubscription(description)
  }

  @usableFromInline var description: String { upstream.description }

  /// `true` if nothing may be sent downstream any more.
  @inlinable var isOver: Bool { upstream.isOver }

  /// Takes the publisher's subscription, or cancels it if there is no use for it.
  ///
  /// - Returns: `true` if this is the one and only subscription, of which the subscriber is to be told.
  @inlinable func attach(_ subscription: any Subscription) -> Bool {
    upstream.attach(subscription)
  }

  /// Asks for what has been asked for.
  @inlinable func open() {
    let demand = lock.withLock { early.take() }
    if let demand, demand > .none { upstream.request(demand) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    let isEarly = lock.withLock {
      guard let early else { return false }
      self.early = early + demand
      return true
    }
    if !isEarly { upstream.request(demand) }
  }

  @inlinable func cancel() {
    upstream.cancel()
  }

  /// Drops the subscription of a publisher that has completed.
  @inlinable func detach() {
    upstream.detach()
  }

  /// Ends the subscription.
  ///
  /// - Returns: `true` if it was not over before, and so the subscriber is to be told.
  @inlinable func end() -> Bool {
    upstream.end()
  }
}
