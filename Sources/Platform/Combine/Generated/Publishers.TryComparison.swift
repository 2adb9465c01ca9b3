// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Reducing/Publishers.Comparison.swift.

extension Publishers {
  /// A publisher that republishes the greatest item of a stream, in the order of an error-throwing closure.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that receives two elements and returns whether they are in increasing order.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      let reduction = TryComparisonReduction<Upstream.Output, Upstream.Failure>(
        areInIncreasingOrder: areInIncreasingOrder)
      upstream.subscribe(ReduceSubscriber("TryComparison", to: subscriber, reduction))
    }
  }
}

/// Keeps the greatest value: the first of those that are alike.
@usableFromInline struct TryComparisonReduction<Input, UpstreamFailure: Error>: ThrowingReduction {
  @usableFromInline typealias Output = Input

  @usableFromInline let areInIncreasingOrder: (Input, Input) throws -> Bool
  @usableFromInline var greatest: Input?

  @inlinable init(areInIncreasingOrder: @escaping (Input, Input) throws -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable mutating func take(_ input: Input) throws -> ReductionVerdict<any Error> {
    if let greatest, try !areInIncreasingOrder(greatest, input) { return .more }
    greatest = input
    return .more
  }

  @inlinable func result() -> Input? { greatest }
}

extension Publisher {
  /// Publishes the minimum value received from the upstream publisher, after it finishes, in the order of an
  /// error-throwing closure.
  ///
  /// An error the closure throws ends the stream with that error.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns `true` if its first argument comes before the second.
  @inlinable public func tryMin(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    tryMax { try areInIncreasingOrder($1, $0) }
  }

  /// Publishes the maximum value received from the upstream publisher, after it finishes, in the order of an
  /// error-throwing closure.
  ///
  /// An error the closure throws ends the stream with that error.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns `true` if its first argument comes before the second.
  @inlinable public func tryMax(
    by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryComparison<Self> {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}
