// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that republishes the greatest item of a stream, in the order of a closure.
  public struct Comparison<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that receives two elements and returns whether they are in increasing order.
    public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let reduction = ComparisonReduction<Upstream.Output, Upstream.Failure>(
        areInIncreasingOrder: areInIncreasingOrder)
      upstream.subscribe(ReduceSubscriber("Comparison", to: subscriber, reduction))
    }
  }
}

/// Keeps the greatest value: the first of those that are alike.
@usableFromInline struct ComparisonReduction<Input, Failure: Error>: Reduction {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let areInIncreasingOrder: (Input, Input) -> Bool
  @usableFromInline var greatest: Input?

  @inlinable init(areInIncreasingOrder: @escaping (Input, Input) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    if let greatest, !areInIncreasingOrder(greatest, input) { return .more }
    greatest = input
    return .more
  }

  @inlinable func result() -> Input? { greatest }
}

extension Publisher where Output: Comparable {
  /// Publishes the minimum value received from the upstream publisher, after it finishes.
  @inlinable public func min() -> Publishers.Comparison<Self> {
    max(by: >)
  }

  /// Publishes the maximum value received from the upstream publisher, after it finishes.
  @inlinable public func max() -> Publishers.Comparison<Self> {
    max(by: <)
  }
}

extension Publisher {
  /// Publishes the minimum value received from the upstream publisher, after it finishes, in the order of a closure.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns `true` if its first argument comes before the second.
  @inlinable public func min(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Publishes the maximum value received from the upstream publisher, after it finishes, in the order of a closure.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns `true` if its first argument comes before the second.
  @inlinable public func max(
    by areInIncreasingOrder: @escaping (Output, Output) -> Bool
  ) -> Publishers.Comparison<Self> {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}
