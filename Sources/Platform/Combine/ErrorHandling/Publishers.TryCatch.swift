// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that handles errors from an upstream publisher by replacing the failed publisher with another
  /// publisher, or by producing a new error.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the new publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that accepts the upstream failure as input and returns a publisher to replace the upstream publisher.
    public let handler: (Upstream.Failure) throws -> NewPublisher

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      let succession = TryCatchSuccession<Upstream.Failure, NewPublisher>(handler: handler)
      upstream.subscribe(SuccessionSubscriber("TryCatch", to: subscriber, succession))
    }
  }
}

/// After a failure, the publisher made for it, if that succeeds.
@usableFromInline struct TryCatchSuccession<UpstreamFailure: Error, Next: Publisher>: Succession {
  @usableFromInline typealias Input = Next.Output
  @usableFromInline typealias Failure = any Error

  @usableFromInline let handler: (UpstreamFailure) throws -> Next

  @inlinable init(handler: @escaping (UpstreamFailure) throws -> Next) {
    self.handler = handler
  }

  @inlinable func successor(
    after completion: Subscribers.Completion<UpstreamFailure>, isEmpty: Bool
  ) -> Successor<Next, Failure> {
    guard case .failure(let error) = completion else { return .completion(.finished) }
    do { return .publisher(try handler(error)) } catch { return .completion(.failure(error)) }
  }

  @inlinable func failure(for error: Next.Failure) -> any Error { error }
}

extension Publisher {
  /// Handles errors from an upstream publisher by either replacing it with another publisher or throwing a new error.
  ///
  /// What is still wanted when the upstream publisher fails is asked of the new one.
  @inlinable public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.TryCatch<Self, P> where Output == P.Output {
    Publishers.TryCatch(upstream: self, handler: handler)
  }
}
