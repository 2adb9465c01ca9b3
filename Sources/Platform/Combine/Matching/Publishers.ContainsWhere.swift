// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that emits a Boolean value upon receiving an element that satisfies the predicate.
  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Bool

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that determines whether the publisher should consider an element as a match.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bool, S.Failure == Upstream.Failure {
      let reduction = ContainsWhereReduction<Upstream.Output, Upstream.Failure>(
        predicate: predicate)
      upstream.subscribe(ReduceSubscriber("ContainsWhere", to: subscriber, reduction))
    }
  }
}

/// Looks for a value that passes.
@usableFromInline struct ContainsWhereReduction<Input, Failure: Error>: Reduction {
  @usableFromInline typealias Output = Bool
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline var isFound = false

  @inlinable init(predicate: @escaping (Input) -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    isFound = predicate(input)
    return isFound ? .done : .more
  }

  @inlinable func result() -> Bool? { isFound }
}

extension Publisher {
  /// Publishes whether there is an element that satisfies a predicate closure.
  ///
  /// The first element that does settles it, and the upstream publisher is cancelled.
  @inlinable public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.ContainsWhere<Self> {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }
}
