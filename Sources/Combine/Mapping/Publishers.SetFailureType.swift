extension Publishers {
  /// A publisher that appears to send a specified failure type.
  ///
  /// The upstream publisher cannot fail, and so neither can this one.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
  where Upstream.Failure == Never {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// Makes a publisher that appears to send a specified failure type.
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      upstream.subscribe(SetFailureTypeSubscriber(downstream: subscriber))
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

/// Passes on what cannot fail to whom expects failures.
struct SetFailureTypeSubscriber<Downstream: Subscriber>: Subscriber {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    downstream.receive(completion: .finished)
  }
}

extension Publisher where Failure == Never {
  /// Changes the failure type declared by the upstream publisher.
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers.SetFailureType {
  /// Changes the failure type declared by the upstream publisher to another one.
  public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
    Publishers.SetFailureType<Upstream, E>(upstream: upstream)
  }
}
