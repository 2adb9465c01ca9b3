// SPDX-License-Identifier: Apache-2.0

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
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      upstream.subscribe(SetFailureTypeSubscriber(downstream: subscriber))
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

/// Passes on what cannot fail to whom expects failures.
@usableFromInline struct SetFailureTypeSubscriber<Downstream: Subscriber>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Never>) {
    downstream.receive(completion: .finished)
  }
}

extension Publisher where Failure == Never {
  /// Changes the failure type declared by the upstream publisher.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers.SetFailureType {
  /// Changes the failure type declared by the upstream publisher to another one.
  @inlinable public func setFailureType<E: Error>(to failure: E.Type) -> Publishers.SetFailureType<Upstream, E> {
    Publishers.SetFailureType<Upstream, E>(upstream: upstream)
  }
}
