// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Sequencing/Publishers.LastWhere.swift.

extension Publishers {
  /// A publisher that only publishes the last element of a stream to satisfy an error-throwing predicate closure.
  public struct TryLastWhere<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that determines whether to publish an element.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      let reduction = TryLastWhereReduction<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(ReduceSubscriber("TryLastWhere", to: subscriber, reduction))
    }
  }
}

/// Looks for the last value that passes.
@usableFromInline struct TryLastWhereReduction<Input, UpstreamFailure: Error>: ThrowingReduction {
  @usableFromInline typealias Output = Input

  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline var found: Input?

  @inlinable init(predicate: @escaping (Input) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func take(_ input: Input) throws -> ReductionVerdict<any Error> {
    guard try predicate(input) else { return .more }
    found = input
    return .more
  }

  @inlinable func result() -> Input? { found }
}

extension Publisher {
  /// Only publishes the last element of a stream that satisfies an error-throwing predicate closure.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryLast(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryLastWhere<Self> {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}
