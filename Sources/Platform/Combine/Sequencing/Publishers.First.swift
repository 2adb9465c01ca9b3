// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the first element of a stream, then finishes.
  public struct First<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

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
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let reduction = FirstWhereReduction<Upstream.Output, Upstream.Failure>(predicate: { _ in true
      })
      upstream.subscribe(ReduceSubscriber("First", to: subscriber, reduction))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Publishes the first element of a stream, and then finishes. The upstream publisher is cancelled then.
  @inlinable public func first() -> Publishers.First<Self> {
    Publishers.First(upstream: self)
  }
}
