/// What an operator wants done outside of its lock.
@usableFromInline enum OperatorEffect<Output, Failure: Error> {
  /// Give the subscriber a value.
  case deliver(Output)
  /// Cancel the upstreams that are left, and give the subscriber the completion.
  case complete(Subscribers.Completion<Failure>)
  /// Ask an upstream for values.
  case request(any Subscription, Subscribers.Demand)
}

/// The state of an operator, apart from threads, locks and the subscriber.
///
/// Events change it; ``next()`` then says, one at a time, what is to be done. A ``Conduit`` carries that out.
@usableFromInline protocol OperatorMachine<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// The subscriptions to upstreams that have not ended.
  var subscriptions: [any Subscription] { get }

  /// The subscriber wants more values.
  mutating func receive(demand: Subscribers.Demand)

  /// The next thing to do, which counts as done when it has been returned; `nil` if there is nothing.
  mutating func next() -> OperatorEffect<Output, Failure>?
}

extension OperatorMachine {
  @inlinable mutating func apply<Result>(_ change: (inout Self) -> Result) -> Result {
    change(&self)
  }
}
