// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that ignores all upstream elements, but passes along the upstream publisher's completion state.
  public struct IgnoreOutput<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Never

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Never, S.Failure == Upstream.Failure {
      upstream.subscribe(IgnoreOutputSubscriber<Upstream.Output, S>(downstream: subscriber))
    }
  }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

/// Takes in all values, whatever the demand, and passes on the completion.
@usableFromInline final class IgnoreOutputSubscriber<Input, Downstream: Subscriber>: Subscriber {
  @usableFromInline let subscription = OperatorSubscription("IgnoreOutput")
  @usableFromInline let downstream: Downstream

  @inlinable init(downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
    subscription.request(.unlimited)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard subscription.end() else { return }
    downstream.receive(completion: completion)
  }
}

extension Publisher {
  /// Ignores all upstream elements, but passes along the upstream publisher's completion state.
  @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
    Publishers.IgnoreOutput(upstream: self)
  }
}
