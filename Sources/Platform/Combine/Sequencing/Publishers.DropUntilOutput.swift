// SPDX-License-Identifier: Apache-2.0

public import Synchronization

extension Publishers {
  /// A publisher that ignores elements from the upstream publisher until it receives an element from a second publisher.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A publisher to monitor for its first emitted element.
    public let other: Other

    /// Makes a publisher that ignores the elements of `upstream` until `other` has sent one.
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Gives the subscriber its subscription, attaches to the other publisher a watch for its first element, and then
    /// the subscriber to the upstream publisher.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, Other.Failure == S.Failure {
      let inner = DropUntilOutputSubscriber(subscriber)
      subscriber.receive(subscription: inner.subscription)
      guard !inner.subscription.isOver else { return }
      other.subscribe(DropUntilOutputTrigger<Other.Output, S>(inner))
      guard !inner.subscription.isOver else { return }
      upstream.subscribe(inner)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

/// Holds back values until it is opened. Until then only completions go out, and the first settles it.
@usableFromInline final class DropUntilOutputSubscriber<Downstream: Subscriber>: Subscriber {
  @usableFromInline let isOpen = Atomic(false)
  @usableFromInline let subscription = DropUntilOutputSubscription()
  @usableFromInline let downstream: Downstream

  @inlinable init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    _ = subscription.upstream.attach(upstream)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    return isOpen.load(ordering: .acquiring) ? downstream.receive(input) : .max(1)
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    subscription.other.cancel()
    guard subscription.upstream.end() else { return }
    downstream.receive(completion: completion)
  }

  @inlinable func attachTrigger(_ other: any Subscription) {
    if subscription.other.attach(other) { other.request(.max(1)) }
  }

  @inlinable func open() {
    isOpen.store(true, ordering: .releasing)
    subscription.other.cancel()
  }

  /// The other publisher has completed without an element, and so no value will ever go out.
  @inlinable func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    guard subscription.other.end(), subscription.upstream.endBeforeUpstream() else { return }
    downstream.receive(completion: completion)
  }
}

/// The subscription to both publishers. What is asked for before the upstream has sent its own, that is asked for then.
@usableFromInline final class DropUntilOutputSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream = RelaySubscription("DropUntilOutput")
  @usableFromInline let other = OperatorSubscription("DropUntilOutput")

  @inlinable init() {}

  @usableFromInline var description: String { "DropUntilOutput" }

  /// `true` if nothing may be sent downstream any more.
  @inlinable var isOver: Bool { upstream.isOver }

  @inlinable func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable func cancel() {
    upstream.cancel()
    other.cancel()
  }
}

/// Watches the other publisher.
@usableFromInline struct DropUntilOutputTrigger<Input, Downstream: Subscriber>: Subscriber {
  @usableFromInline let inner: DropUntilOutputSubscriber<Downstream>
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(_ inner: DropUntilOutputSubscriber<Downstream>) {
    self.inner = inner
  }

  @inlinable func receive(subscription: any Subscription) {
    inner.attachTrigger(subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    inner.open()
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    inner.close(completion)
  }
}

extension Publisher {
  /// Ignores elements from the upstream publisher until it receives an element from a second publisher.
  ///
  /// One element is asked of the second publisher, which is cancelled when it has come. If the second completes without
  /// an element, so does this publisher.
  @inlinable public func drop<P: Publisher>(
    untilOutputFrom publisher: P
  ) -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}
