// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that attempts to recreate its subscription to a failed upstream publisher.
  public struct Retry<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: those of the last attempt.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The maximum number of retry attempts to perform; without limit if `nil`.
    public let retries: Int?

    /// Makes a publisher that subscribes again and again to `upstream`.
    @inlinable public init(upstream: Upstream, retries: Int?) {
      self.upstream = upstream
      self.retries = retries
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      RetrySubscriber(subscriber, upstream: upstream, retries: retries).attempt()
    }
  }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

/// Subscribes to a publisher, and again when that fails, asking it for what is still wanted.
@usableFromInline final class RetrySubscriber<Downstream: Subscriber, Upstream: Publisher>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let subscription = RelaySubscription("Retry")
  @usableFromInline let downstream: Downstream
  @usableFromInline let lock = Lock()
  @usableFromInline var upstream: Upstream?
  @usableFromInline var remaining: Int?
  @usableFromInline var isSubscribed = false
  @usableFromInline var attempts = Attempts.none

  /// The state of the attempts. A failure while an attempt is being made leaves the next one to the caller that makes
  /// it, which keeps the stack flat if one attempt after the other fails at once.
  @usableFromInline enum Attempts {
    case none
    case underWay
    case another
  }

  @inlinable init(_ downstream: Downstream, upstream: Upstream, retries: Int?) {
    self.downstream = downstream
    self.upstream = upstream
    remaining = retries
  }

  @inlinable func attempt() {
    let isFirst = lock.withLock {
      let isFirst = attempts == .none
      attempts = isFirst ? .underWay : .another
      return isFirst
    }
    guard isFirst else { return }
    repeat {
      guard !subscription.isOver, let upstream = lock.withLock({ upstream }) else { return }
      upstream.subscribe(self)
    } while isAnotherWanted()
  }

  @inlinable func isAnotherWanted() -> Bool {
    lock.withLock {
      attempts = attempts == .another ? .underWay : .none
      return attempts == .underWay
    }
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream), !isSubscribed else { return }
    isSubscribed = true
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    let demand = downstream.receive(input)
    subscription.didSend(andGot: demand)
    return demand
  }

  @inlinable func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    if case .failure = completion, remaining ?? 1 > 0, !subscription.isOver {
      remaining = remaining.map { $0 - 1 }
      subscription.detach()
      return attempt()
    }
    guard subscription.end() else { return }
    _ = lock.withLock { upstream.take() }
    downstream.receive(completion: completion)
  }
}

extension Publisher {
  /// Attempts to recreate a failed subscription with the upstream publisher up to the number of times you specify.
  ///
  /// - Parameter retries: The number of attempts after the first. A negative number counts as zero.
  @inlinable public func retry(_ retries: Int) -> Publishers.Retry<Self> {
    Publishers.Retry(upstream: self, retries: retries)
  }
}
