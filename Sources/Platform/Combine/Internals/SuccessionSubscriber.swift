// SPDX-License-Identifier: Apache-2.0

/// Passes on the values of one publisher, and then those of the one that succeeds it.
@usableFromInline final class SuccessionSubscriber<Downstream: Subscriber, S: Succession>: Subscriber
where Downstream.Input == S.Input, Downstream.Failure == S.Failure {
  @usableFromInline let subscription: RelaySubscription
  @usableFromInline let downstream: Downstream
  @usableFromInline let succession: S
  @usableFromInline var isEmpty = true

  /// - Parameter name: The name that the subscription has in log messages.
  @inlinable init(_ name: String, to downstream: Downstream, _ succession: S) {
    subscription = RelaySubscription(name)
    self.downstream = downstream
    self.succession = succession
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: S.Input) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    isEmpty = false
    let demand = downstream.receive(input)
    subscription.didSend(andGot: demand)
    return demand
  }

  @inlinable func receive(completion: Subscribers.Completion<S.UpstreamFailure>) {
    if subscription.isOver { return }
    switch succession.successor(after: completion, isEmpty: isEmpty) {
    case .completion(let completion):
      guard subscription.end() else { return }
      downstream.receive(completion: completion)
    case .publisher(let next):
      subscription.detach()
      next.subscribe(SuccessorSubscriber(downstream, subscription, failure: succession.failure))
    }
  }
}

/// Passes on the values of a publisher that has taken over from another.
@usableFromInline final class SuccessorSubscriber<Downstream: Subscriber, Failure: Error>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: RelaySubscription
  @usableFromInline let failure: (Failure) -> Downstream.Failure

  @inlinable init(
    _ downstream: Downstream, _ subscription: RelaySubscription,
    failure: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.subscription = subscription
    self.failure = failure
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    _ = subscription.attach(upstream)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    subscription.isOver ? .none : downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription.end() else { return }
    downstream.receive(completion: completion.mapError(failure))
  }
}
