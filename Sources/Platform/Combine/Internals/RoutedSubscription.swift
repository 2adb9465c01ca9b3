// SPDX-License-Identifier: Apache-2.0

/// A subscription whose requests lead to code that is specialised for its types.
///
/// Whoever has an `any Subscription` knows no types, and what a generic class does for it looks them up, request after
/// request. This class has no parameters; its closure, made where the types are known, leads back.
@usableFromInline class RoutedSubscription: Subscription {
  @usableFromInline final let receiveRequest: (RoutedSubscription, Subscribers.Demand) -> Void

  /// - Parameter receiveRequest: Takes a request to the subscription, which is its first argument.
  @inlinable init(receiveRequest: @escaping (RoutedSubscription, Subscribers.Demand) -> Void) {
    self.receiveRequest = receiveRequest
  }

  @inlinable final func request(_ demand: Subscribers.Demand) {
    receiveRequest(self, demand)
  }

  /// To be overridden.
  @usableFromInline func cancel() {}
}
