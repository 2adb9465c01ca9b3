// SPDX-License-Identifier: Apache-2.0

/// A protocol representing the connection of a subscriber to a publisher.
///
/// A subscription may be cancelled once; cancelling it frees what was attached when it was made. Subscriptions of this
/// module take both calls on any thread.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Tells a publisher that it may send more values to the subscriber.
  ///
  /// Demand adds up. Asking for ``Subscribers/Demand/none`` does nothing.
  func request(_ demand: Subscribers.Demand)
}
