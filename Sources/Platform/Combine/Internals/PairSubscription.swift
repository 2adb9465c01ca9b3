// SPDX-License-Identifier: Apache-2.0

/// The subscription to a publisher that has another beside it: what ends the one ends the other.
///
/// Demand goes to the first alone.
@usableFromInline final class PairSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let first: OperatorSubscription
  @usableFromInline let second: OperatorSubscription

  /// - Parameter description: The name of the operator, which the subscription has in log messages.
  @inlinable init(_ description: String, with second: OperatorSubscription) {
    first = OperatorSubscription(description)
    self.second = second
  }

  @usableFromInline var description: String { first.description }

  /// `true` if nothing may be sent downstream any more.
  @inlinable var isOver: Bool { first.isOver }

  /// Takes the first publisher's subscription, or cancels it if there is no use for it.
  ///
  /// - Returns: `true` if this is the one and only one, of which the subscriber is to be told.
  @inlinable func attach(_ subscription: any Subscription) -> Bool {
    first.attach(subscription)
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    first.request(demand)
  }

  @inlinable func cancel() {
    first.cancel()
    second.cancel()
  }

  /// Ends the subscription because the first publisher has completed.
  ///
  /// - Returns: `true` if it was not over before, and so the subscriber is to be told.
  @inlinable func end() -> Bool {
    second.cancel()
    return first.end()
  }

  /// Ends the subscription before the first publisher has completed, and cancels that.
  ///
  /// - Returns: `true` if it was not over before, and so the subscriber is to be told.
  @inlinable func endBeforeUpstream() -> Bool {
    second.cancel()
    return first.endBeforeUpstream()
  }
}
