/// Passes on the values of one publisher, and then those of the one that succeeds it.
final class SuccessionSubscriber<Downstream: Subscriber, S: Succession>: Subscriber
where Downstream.Input == S.Input, Downstream.Failure == S.Failure {
  private let subscription = RelaySubscription()
  private let downstream: Downstream
  private let succession: S
  private var isEmpty = true

  init(_ downstream: Downstream, _ succession: S) {
    self.downstream = downstream
    self.succession = succession
  }

  func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: S.Input) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    isEmpty = false
    let demand = downstream.receive(input)
    subscription.didSend(andGot: demand)
    return demand
  }

  func receive(completion: Subscribers.Completion<S.UpstreamFailure>) {
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
final class SuccessorSubscriber<Downstream: Subscriber, Failure: Error>: Subscriber {
  private let downstream: Downstream
  private let subscription: RelaySubscription
  private let failure: (Failure) -> Downstream.Failure

  init(
    _ downstream: Downstream, _ subscription: RelaySubscription,
    failure: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.subscription = subscription
    self.failure = failure
  }

  func receive(subscription upstream: any Subscription) {
    _ = subscription.attach(upstream)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    subscription.isOver ? .none : downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription.end() else { return }
    downstream.receive(completion: completion.mapError(failure))
  }
}
