// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the number of elements received from the upstream publisher.
  public struct Count<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Int

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
    where S.Input == Int, S.Failure == Upstream.Failure {
      upstream.subscribe(
        ReduceSubscriber("Count", to: subscriber, CountReduction<Upstream.Output, Upstream.Failure>()))
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

/// A reduction that counts values, and sends the count when they have ended.
@usableFromInline struct CountReduction<Input, Failure: Error>: Reduction {
  @usableFromInline typealias Output = Int
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    count += 1
    return .more
  }

  @inlinable func result() -> Int? { count }
}

extension Publisher {
  /// Publishes the number of elements received from the upstream publisher, when that finishes.
  @inlinable public func count() -> Publishers.Count<Self> {
    Publishers.Count(upstream: self)
  }
}
