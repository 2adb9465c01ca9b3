/// Passes values through a ``Stage``.
///
/// What the stage holds back it makes up for by asking for one more, so that demand needs no counting.
final class StageSubscriber<Downstream: Subscriber, S: Stage>: Subscriber
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  private let subscription = OperatorSubscription()
  private let downstream: Downstream
  @exclusivity(unchecked) private var stage: S  // as values come one at a time, checks would only cost

  init(_ downstream: Downstream, _ stage: S) {
    self.downstream = downstream
    self.stage = stage
  }

  func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: S.Input) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    switch stage.receive(input) {
    case .pass(let output):
      return downstream.receive(output)
    case .skip:
      return .max(1)
    case .passLast(let output):
      _ = downstream.receive(output)
      finish(.finished)
    case .finish:
      finish(.finished)
    case .fail(let error):
      finish(.failure(error))
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<S.UpstreamFailure>) {
    guard subscription.end() else { return }
    downstream.receive(completion: completion.mapError(stage.failure))
  }

  private func finish(_ completion: Subscribers.Completion<S.Failure>) {
    guard subscription.endBeforeUpstream() else { return }
    downstream.receive(completion: completion)
  }
}
