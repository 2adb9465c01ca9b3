// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that handles errors from an upstream publisher by replacing the failed publisher with another
  /// publisher.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: those of the new publisher.
    public typealias Failure = NewPublisher.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that accepts the upstream failure as input and returns a publisher to replace the upstream publisher.
    public let handler: (Upstream.Failure) -> NewPublisher

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == NewPublisher.Failure {
      let succession = CatchSuccession<Upstream.Failure, NewPublisher>(handler: handler)
      upstream.subscribe(SuccessionSubscriber("Catch", to: subscriber, succession))
    }
  }
}

/// After a failure, the publisher made for it.
@usableFromInline struct CatchSuccession<UpstreamFailure: Error, Next: Publisher>: Succession {
  @usableFromInline typealias Input = Next.Output
  @usableFromInline typealias Failure = Next.Failure

  @usableFromInline let handler: (UpstreamFailure) -> Next

  @inlinable init(handler: @escaping (UpstreamFailure) -> Next) {
    self.handler = handler
  }

  @inlinable func successor(
    after completion: Subscribers.Completion<UpstreamFailure>, isEmpty: Bool
  ) -> Successor<Next, Failure> {
    switch completion {
    case .finished: .completion(.finished)
    case .failure(let error): .publisher(handler(error))
    }
  }
}

extension Publisher {
  /// Handles errors from an upstream publisher by replacing it with another publisher.
  ///
  /// What is still wanted when the upstream publisher fails is asked of the new one.
  @inlinable public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where Output == P.Output {
    Publishers.Catch(upstream: self, handler: handler)
  }
}
