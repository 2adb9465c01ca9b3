// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Reducing/Publishers.Reduce.swift.

extension Publishers {
  /// A publisher that applies an error-throwing closure to all received elements and produces an accumulated value when
  /// the upstream publisher finishes.
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The value the closure gets on the first element.
    public let initial: Output

    /// A closure that takes the accumulated value and the next element, and returns the next accumulated value.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == any Error {
      let reduction = TryReduceReduction<Upstream.Output, Output, Upstream.Failure>(
        accumulated: initial, nextPartialResult: nextPartialResult)
      upstream.subscribe(ReduceSubscriber("TryReduce", to: subscriber, reduction))
    }
  }
}

/// Keeps the accumulated value.
@usableFromInline struct TryReduceReduction<Input, Output, UpstreamFailure: Error>: ThrowingReduction {
  @usableFromInline var accumulated: Output
  @usableFromInline let nextPartialResult: (Output, Input) throws -> Output

  @inlinable init(accumulated: Output, nextPartialResult: @escaping (Output, Input) throws -> Output) {
    self.accumulated = accumulated
    self.nextPartialResult = nextPartialResult
  }

  @inlinable mutating func take(_ input: Input) throws -> ReductionVerdict<any Error> {
    accumulated = try nextPartialResult(accumulated, input)
    return .more
  }

  @inlinable func result() -> Output? { accumulated }
}

extension Publisher {
  /// Applies an error-throwing closure that collects each element of a stream and publishes a final result upon
  /// completion.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}
