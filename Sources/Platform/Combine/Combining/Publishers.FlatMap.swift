// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that makes a publisher of each value of its upstream, and publishes the values of all of these.
  ///
  /// It finishes when the upstream and all publishers made of its values have finished, and fails as soon as one of them
  /// fails.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    /// The values of the new publishers.
    public typealias Output = NewPublisher.Output

    /// The failure of upstream and new publishers.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are made into publishers.
    public let upstream: Upstream

    /// The largest number of the new publishers that are subscribed to at once.
    public let maxPublishers: Subscribers.Demand

    /// Makes a publisher of a value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Makes a publisher that makes publishers of values.
    @inlinable public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand, transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    /// Attaches the subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where NewPublisher.Output == S.Input, Upstream.Failure == S.Failure {
      let conduit = Conduit("FlatMap", to: subscriber, Machine(maxPublishers: maxPublishers))
      conduit.open()
      guard !conduit.isOver else { return }
      let transform = transform
      upstream.subscribe(
        Inlet<Upstream.Output, Failure>(
          conduit.description,
          attach: { subscription in conduit.update { $0.attachOuter(subscription) } ?? false },
          take: { value in
            guard conduit.note({ $0.awaitInner() }) == true else { return }
            let inner = transform(value)
            if let value = Self.value(of: inner), conduit.take(value, { $0.admitWhole(canCall: $1) }) { return }
            inner.subscribe(FlatMapInner(conduit))
          },
          end: { completion in conduit.update { $0.completeOuter(completion) } }))
    }

    /// The value of a publisher that has one and is known, so that it need not be subscribed to.
    @inlinable static func value(of inner: NewPublisher) -> NewPublisher.Output? {
      if let just = inner as? Just<NewPublisher.Output> { return just.output }
      return (inner as? Publishers.SetFailureType<Just<NewPublisher.Output>, Upstream.Failure>)?.upstream.output
    }

    @usableFromInline typealias Machine = FlatMapMachine<NewPublisher.Output, Upstream.Failure>
  }
}

/// The subscriber with which `flatMap` listens to a publisher made of a value.
@usableFromInline
final class FlatMapInner<Downstream: Subscriber>: InnerConnection, Subscriber, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Outer = Conduit<Downstream, FlatMapMachine<Input, Failure>>

  @usableFromInline let conduit: Outer

  @inlinable init(_ conduit: Outer) {
    self.conduit = conduit
  }

  @inlinable var description: String { conduit.description }

  @inlinable func receive(subscription: any Subscription) {
    if conduit.update({ $0.attach(subscription, to: self) }) != true { subscription.cancel() }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    conduit.take(input) { $0.admit(input, from: self, canCall: $1) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    conduit.update { $0.complete(completion, of: self) }
  }
}

extension Publisher {
  /// Makes a publisher of each value, and publishes the values of all of these.
  ///
  /// - Parameters:
  ///   - maxPublishers: The most new publishers at once; by default as many as there are values.
  ///   - transform: Makes a publisher of a value.
  @inlinable public func flatMap<T, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self>
  where T == P.Output, Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Makes a publisher, which cannot fail, of each value, and publishes the values of all of these.
  ///
  /// - Parameters:
  ///   - maxPublishers: The most new publishers at once; by default as many as there are values.
  ///   - transform: Makes a publisher of a value.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self>
  where P.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Makes a publisher, which may fail, of each value, and publishes the values of all of these.
  ///
  /// - Parameters:
  ///   - maxPublishers: The most new publishers at once; by default as many as there are values.
  ///   - transform: Makes a publisher of a value.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Makes a publisher of each value, none of which can fail, and publishes the values of all of these.
  ///
  /// - Parameters:
  ///   - maxPublishers: The most new publishers at once; by default as many as there are values.
  ///   - transform: Makes a publisher of a value.
  @inlinable public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self>
  where P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}
