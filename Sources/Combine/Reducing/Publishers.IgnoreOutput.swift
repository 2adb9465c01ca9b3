extension Publishers {
  /// A publisher that ignores all upstream elements, but passes along the upstream publisher's completion state.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Never

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// Makes a publisher that does this to the elements of `upstream`.
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Never, S.Failure == Upstream.Failure {
      upstream.subscribe(IgnoreOutputSubscriber<Upstream.Output, S>(downstream: subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

/// Takes in all values, whatever the demand, and passes on the completion.
final class IgnoreOutputSubscriber<Input, Downstream: Subscriber>: Subscriber {
  let subscription = OperatorSubscription()
  let downstream: Downstream

  init(downstream: Downstream) {
    self.downstream = downstream
  }

  func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard subscription.end() else { return }
    downstream.receive(completion: completion)
  }
}

extension Publisher {
  /// Ignores all upstream elements, but passes along the upstream publisher's completion state.
  public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}
