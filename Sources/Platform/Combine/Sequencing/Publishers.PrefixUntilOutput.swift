// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that republishes elements until another publisher emits an element.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// Another publisher, whose first output causes this publisher to finish.
    public let other: Other

    /// Makes a publisher that republishes the elements of `upstream` until `other` has sent one.
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    /// Attaches to the other publisher a watch for its first element, and the subscriber to the upstream publisher.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, Upstream.Failure == S.Failure {
      let inner = PrefixUntilOutputSubscriber(subscriber)
      other.subscribe(PrefixUntilOutputTrigger<Other.Output, Other.Failure, S>(inner))
      upstream.subscribe(inner)
    }
  }
}

/// Passes on values until it is closed.
///
/// It may be closed while a value is on its way, by another thread or from within the value; then whoever sends the value
/// finishes after it.
@usableFromInline final class PrefixUntilOutputSubscriber<Downstream: Subscriber>: Subscriber {
  @usableFromInline let trigger = OperatorSubscription("PrefixUntilOutput")
  @usableFromInline let subscription: PairSubscription
  @usableFromInline let lock = Lock()
  @usableFromInline var downstream: Downstream?
  @usableFromInline var state = State.waiting
  @usableFromInline var isClosed = false

  @usableFromInline enum State {
    /// For the subscription.
    case waiting
    /// For a value.
    case idle
    /// The subscriber is being called.
    case calling
  }

  @inlinable init(_ downstream: Downstream) {
    self.downstream = downstream
    subscription = PairSubscription("PrefixUntilOutput", with: trigger)
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream), let receiver = lock.withLock({ downstream }) else {
      return
    }
    lock.withLock { state = .calling }
    receiver.receive(subscription: subscription)
    afterCall(receiver)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let receiver: Downstream? = lock.withLock {
      guard !isClosed, !subscription.isOver, let downstream else { return nil }
      state = .calling
      return downstream
    }
    guard let receiver else { return .none }
    let demand = receiver.receive(input)
    afterCall(receiver)
    return demand
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    let receiver = lock.withLock { downstream.take() }
    guard subscription.end() else { return }
    receiver?.receive(completion: completion)
  }

  @inlinable func attachTrigger(_ upstream: any Subscription) {
    if trigger.attach(upstream) { upstream.request(.max(1)) }
  }

  /// The other publisher has sent its element.
  @inlinable func close() {
    let receiver: Downstream? = lock.withLock {
      isClosed = true
      return state == .idle ? downstream.take() : nil
    }
    if let receiver { finish(receiver) }
  }

  @inlinable func afterCall(_ receiver: Downstream) {
    let isLast = lock.withLock {
      state = .idle
      guard isClosed, downstream != nil else { return false }
      downstream = nil
      return true
    }
    if isLast { finish(receiver) }
  }

  @inlinable func finish(_ receiver: Downstream) {
    guard subscription.endBeforeUpstream() else { return }
    receiver.receive(completion: .finished)
  }
}

/// Watches the other publisher. That it completes without an element changes nothing.
@usableFromInline struct PrefixUntilOutputTrigger<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
  @usableFromInline let inner: PrefixUntilOutputSubscriber<Downstream>
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable init(_ inner: PrefixUntilOutputSubscriber<Downstream>) {
    self.inner = inner
  }

  @inlinable func receive(subscription: any Subscription) {
    inner.attachTrigger(subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    inner.close()
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {}
}

extension Publisher {
  /// Republishes elements until another publisher emits an element.
  ///
  /// One element is asked of the second publisher. When it has come, this publisher finishes and cancels the first. If
  /// the second completes without an element, nothing changes.
  @inlinable public func prefix<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.PrefixUntilOutput<Self, P>
  {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}
