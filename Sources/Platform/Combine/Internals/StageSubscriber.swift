// SPDX-License-Identifier: Apache-2.0

/// Passes values through a ``Stage``.
///
/// What the stage holds back it makes up for by asking for one more, so that demand needs no counting.
@usableFromInline final class StageSubscriber<Downstream: Subscriber, S: Stage>: Subscriber
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  @usableFromInline let subscription: OperatorSubscription
  @usableFromInline let downstream: Downstream
  @usableFromInline @exclusivity(unchecked) var stage: S  // as values come one at a time, checks would only cost

  /// - Parameter name: The name that the subscription has in log messages.
  @inlinable init(_ name: String, to downstream: Downstream, _ stage: S) {
    subscription = OperatorSubscription(name)
    self.downstream = downstream
    self.stage = stage
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: S.Input) -> Subscribers.Demand {
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

  @inlinable func receive(completion: Subscribers.Completion<S.UpstreamFailure>) {
    guard subscription.end() else { return }
    downstream.receive(completion: completion.mapError(stage.failure))
  }

  @inlinable func finish(_ completion: Subscribers.Completion<S.Failure>) {
    guard subscription.endBeforeUpstream() else { return }
    downstream.receive(completion: completion)
  }
}
