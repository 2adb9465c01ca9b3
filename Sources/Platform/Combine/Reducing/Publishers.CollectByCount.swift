// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that buffers a maximum number of items.
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = [Upstream.Output]

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The maximum number of received elements to buffer before publishing.
    public let count: Int

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == [Upstream.Output], S.Failure == Upstream.Failure {
      upstream.subscribe(CollectByCountSubscriber(subscriber, count: count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

/// Gathers values until there are enough for an array. Demand for arrays is demand for so many times as many values.
///
/// Values in hand when the publisher finishes had been asked for, so that an array of them has been too.
@usableFromInline final class CollectByCountSubscriber<Downstream: Subscriber, Input>: Subscriber
where Downstream.Input == [Input] {
  @usableFromInline let subscription: OperatorSubscription
  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  @usableFromInline var collected: [Input] = []

  @inlinable init(_ downstream: Downstream, count: Int) {
    self.downstream = downstream
    self.count = Swift.max(count, 1)
    subscription = OperatorSubscription("CollectByCount", demandFactor: self.count)
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    collected.append(input)
    guard collected.count == count else { return .none }
    return downstream.receive(takeCollected()) * count
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if case .finished = completion, !collected.isEmpty, !subscription.isOver {
      _ = downstream.receive(takeCollected())
    }
    guard subscription.end() else { return }
    downstream.receive(completion: completion)
  }

  @inlinable func takeCollected() -> [Input] {
    defer { collected = [] }
    return collected
  }
}

extension Publisher {
  /// Collects up to the specified number of elements, and then emits a single array of the collection.
  ///
  /// What is left when the upstream publisher finishes comes as a shorter array. Demand for an array asks the upstream
  /// publisher for `count` elements; less than one counts as one.
  @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}
