// SPDX-License-Identifier: Apache-2.0

/// The state of an operator's connection with an upstream: a subscription is awaited, there, or no longer there.
@usableFromInline enum Connection {
  case awaited
  case attached(any Subscription)
  case ended

  @inlinable var subscription: (any Subscription)? {
    guard case .attached(let subscription) = self else { return nil }
    return subscription
  }

  @inlinable var isAttached: Bool { subscription != nil }

  @inlinable var isEnded: Bool {
    guard case .ended = self else { return false }
    return true
  }

  /// Takes the subscription, unless there has been one before: then the caller cancels this one.
  @inlinable mutating func attach(_ subscription: any Subscription) -> Bool {
    guard case .awaited = self else { return false }
    self = .attached(subscription)
    return true
  }

  /// Ends the connection.
  ///
  /// - Returns: The subscription, for the caller to cancel or release outside of its lock; `nil` where there is none.
  @inlinable mutating func end() -> (any Subscription)? {
    let subscription = subscription
    self = .ended
    return subscription
  }
}
