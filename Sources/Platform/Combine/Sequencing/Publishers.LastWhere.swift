// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that only publishes the last element of a stream to satisfy a predicate closure.
  public struct LastWhere<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that determines whether to publish an element.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let reduction = LastWhereReduction<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(ReduceSubscriber("LastWhere", to: subscriber, reduction))
    }
  }
}

/// Looks for the last value that passes.
@usableFromInline struct LastWhereReduction<Input, Failure: Error>: Reduction {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline var found: Input?

  @inlinable init(predicate: @escaping (Input) -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    guard predicate(input) else { return .more }
    found = input
    return .more
  }

  @inlinable func result() -> Input? { found }
}

extension Publisher {
  /// Only publishes the last element of a stream that satisfies a predicate closure.
  @inlinable public func last(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }
}
