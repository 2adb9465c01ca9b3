// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Matching/Publishers.ContainsWhere.swift.

extension Publishers {
  /// A publisher that emits a Boolean value upon receiving an element that satisfies the predicate.
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Bool

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that determines whether the publisher should consider an element as a match.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bool, S.Failure == any Error {
      let reduction = TryContainsWhereReduction<Upstream.Output, Upstream.Failure>(
        predicate: predicate)
      upstream.subscribe(ReduceSubscriber("TryContainsWhere", to: subscriber, reduction))
    }
  }
}

/// Looks for a value that passes.
@usableFromInline struct TryContainsWhereReduction<Input, UpstreamFailure: Error>: ThrowingReduction {
  @usableFromInline typealias Output = Bool

  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline var isFound = false

  @inlinable init(predicate: @escaping (Input) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func take(_ input: Input) throws -> ReductionVerdict<any Error> {
    isFound = try predicate(input)
    return isFound ? .done : .more
  }

  @inlinable func result() -> Bool? { isFound }
}

extension Publisher {
  /// Publishes whether there is an element that satisfies an error-throwing predicate closure.
  ///
  /// The first element that does settles it, and the upstream publisher is cancelled.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryContainsWhere<Self> {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}
