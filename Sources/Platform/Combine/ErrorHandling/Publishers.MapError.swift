// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that converts any failure from the upstream publisher into a new error.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that converts the upstream failure into a new error.
    public let transform: (Upstream.Failure) -> Failure

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Failure {
      upstream.subscribe(MapErrorSubscriber(downstream: subscriber, transform: transform))
    }
  }
}

/// Converts the failure. It keeps nothing, so that its subscriber gets the publisher's own subscription.
@usableFromInline struct MapErrorSubscriber<Downstream: Subscriber, Failure: Error>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Failure) -> Downstream.Failure
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(downstream: Downstream, transform: @escaping (Failure) -> Downstream.Failure) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion.mapError(transform))
  }
}

extension Publisher {
  /// Converts any failure from the upstream publisher into a new error.
  @inlinable public func mapError<E: Error>(_ transform: @escaping (Failure) -> E)
    -> Publishers.MapError<Self, E>
  {
    Publishers.MapError(upstream: self, transform: transform)
  }
}
