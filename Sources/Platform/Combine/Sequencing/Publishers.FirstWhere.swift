// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that only publishes the first element of a stream to satisfy a predicate closure.
  public struct FirstWhere<Upstream: Publisher>: Publisher {
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
      let reduction = FirstWhereReduction<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(ReduceSubscriber("FirstWhere", to: subscriber, reduction))
    }
  }
}

/// Looks for the first value that passes.
@usableFromInline struct FirstWhereReduction<Input, Failure: Error>: Reduction {
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
    return .done
  }

  @inlinable func result() -> Input? { found }
}

extension Publisher {
  /// Only publishes the first element of a stream that satisfies a predicate closure.
  ///
  /// Then the upstream publisher is cancelled.
  @inlinable public func first(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }
}
