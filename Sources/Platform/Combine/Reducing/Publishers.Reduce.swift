// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that applies a closure to all received elements and produces an accumulated value when
  /// the upstream publisher finishes.
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The value the closure gets on the first element.
    public let initial: Output

    /// A closure that takes the accumulated value and the next element, and returns the next accumulated value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      let reduction = ReduceReduction<Upstream.Output, Output, Upstream.Failure>(
        accumulated: initial, nextPartialResult: nextPartialResult)
      upstream.subscribe(ReduceSubscriber("Reduce", to: subscriber, reduction))
    }
  }
}

/// Keeps the accumulated value.
@usableFromInline struct ReduceReduction<Input, Output, Failure: Error>: Reduction {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline var accumulated: Output
  @usableFromInline let nextPartialResult: (Output, Input) -> Output

  @inlinable init(accumulated: Output, nextPartialResult: @escaping (Output, Input) -> Output) {
    self.accumulated = accumulated
    self.nextPartialResult = nextPartialResult
  }

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    accumulated = nextPartialResult(accumulated, input)
    return .more
  }

  @inlinable func result() -> Output? { accumulated }
}

extension Publisher {
  /// Applies a closure that collects each element of a stream and publishes a final result upon completion.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}
