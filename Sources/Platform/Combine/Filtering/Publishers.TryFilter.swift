// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that republishes all elements that match a provided error-throwing closure.
  public struct TryFilter<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// An error-throwing closure that indicates whether to republish an element.
    public let isIncluded: (Upstream.Output) throws -> Bool

    /// Makes a publisher that republishes the elements of `upstream` that match.
    @inlinable public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    /// Attaches the subscriber to the upstream publisher, with the filter in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, S.Failure == any Error {
      upstream.subscribe(StageSubscriber("TryFilter", to: subscriber, TryFilterStage(isIncluded: isIncluded)))
    }
  }
}

/// Holds back values, until deciding about one fails.
@usableFromInline struct TryFilterStage<Input, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline typealias Output = Input

  @usableFromInline let isIncluded: (Input) throws -> Bool

  @inlinable init(isIncluded: @escaping (Input) throws -> Bool) {
    self.isIncluded = isIncluded
  }

  @inlinable func judge(_ input: Input) throws -> StageVerdict<Input, any Error> {
    try isIncluded(input) ? .pass(input) : .skip
  }
}

extension Publisher {
  /// Republishes all elements that match a provided error-throwing closure.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
    -> Publishers.TryFilter<Self>
  {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers.TryFilter {
  /// Filters the elements once more, in one step with the filter before.
  @inlinable public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
    let first = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
  }

  /// Filters the elements once more with a closure that may throw, in one step with the filter before.
  @inlinable public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
    -> Publishers.TryFilter<Upstream>
  {
    let first = self.isIncluded
    return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncluded($0) }
  }
}
