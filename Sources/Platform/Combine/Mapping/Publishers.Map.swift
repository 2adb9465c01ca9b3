// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that transforms all elements from the upstream publisher with a provided closure.
  public struct Map<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that transforms elements from the upstream publisher.
    public let transform: (Upstream.Output) -> Output

    /// Makes a publisher that transforms the elements of `upstream`.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches the subscriber to the upstream publisher, with the transformation in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Output == S.Input, Upstream.Failure == S.Failure {
      upstream.subscribe(MapSubscriber(downstream: subscriber, transform: transform))
    }
  }
}

/// Transforms values on their way. It keeps nothing, so that its subscriber gets the publisher's own subscription.
@usableFromInline struct MapSubscriber<Downstream: Subscriber, Input>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(transform(input))
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

extension Publisher {
  /// Transforms all elements from the upstream publisher with a provided closure.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Replaces nil elements in the stream with the provided element.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    Publishers.Map(upstream: self) { $0 ?? output }
  }
}

extension Publishers.Map {
  /// Transforms the elements once more, in one step with the transformation before.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
  }

  /// Transforms the elements once more with a closure that may throw, in one step with the transformation before.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}
