// SPDX-License-Identifier: Apache-2.0

/// The next thing to give to the subscriber of an operator.
@usableFromInline enum OperatorDelivery<Output, Failure: Error> {
  /// The next value for the subscriber.
  case value(Output)
  /// The completion; the upstreams that are left are cancelled first.
  case completion(Subscribers.Completion<Failure>)
}

/// A request to make of an upstream, for a number of values.
@usableFromInline struct OperatorRequest {
  @usableFromInline let upstream: any Subscription
  @usableFromInline let demand: Subscribers.Demand

  @inlinable init(_ upstream: any Subscription, _ demand: Subscribers.Demand) {
    self.upstream = upstream
    self.demand = demand
  }
}

/// The state of an operator, apart from threads, locks and the subscriber.
///
/// Events change it; ``nextDelivery()`` and ``nextRequest()`` then say, one at a time, what is to be done. A ``Conduit``
/// carries that out.
@usableFromInline protocol OperatorMachine<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// The subscriptions to upstreams that have not ended.
  var subscriptions: [any Subscription] { get }

  /// The subscriber wants more values.
  mutating func receive(demand: Subscribers.Demand)

  /// Returns what the subscriber gets next, which counts as given from then on; `nil` if there is nothing.
  mutating func nextDelivery() -> OperatorDelivery<Output, Failure>?

  /// The next request, which counts as made when it has been returned; `nil` if there is nothing to ask for.
  ///
  /// - Parameter isAsking: `true` if another request is under way. What does not have to be asked for in the middle of
  ///   that waits until it has returned, so that the values of one upstream are not mixed with those of another.
  mutating func nextRequest(isAsking: Bool) -> OperatorRequest?
}

extension OperatorMachine {
  @inlinable mutating func apply<Result>(_ change: (inout Self) -> Result) -> Result {
    change(&self)
  }
}
