// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that republishes all non-nil results of calling a closure with each received element.
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that receives values from the upstream publisher and returns optional values.
    public let transform: (Upstream.Output) -> Output?

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      upstream.subscribe(CompactMapSubscriber(downstream: subscriber, transform: transform))
    }
  }
}

/// Transforms values or holds them back, and asks for one more for each of those. It keeps nothing, so that its
/// subscriber gets the publisher's own subscription.
@usableFromInline struct CompactMapSubscriber<Downstream: Subscriber, Input>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let transform: (Input) -> Downstream.Input?
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
    self.downstream = downstream
    self.transform = transform
  }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    guard let output = transform(input) else { return .max(1) }
    return downstream.receive(output)
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

extension Publisher {
  /// Calls a closure with each received element and publishes any returned optional that has a value.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension Publishers.CompactMap {
  /// Transforms the elements once more, in one step with the transformation before.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(transform) }
  }

  /// Transforms the elements once more, in one step with the transformation before.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
    let first = self.transform
    return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(transform) }
  }
}
