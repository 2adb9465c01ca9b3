// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that transforms elements by providing the current element to a closure along with the last
  /// value returned by the closure.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The previous result returned by the closure, at the start.
    public let initialResult: Output

    /// A closure that takes the previous result and the next element, and returns the next result.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      let stage = ScanStage<Upstream.Output, Output, Upstream.Failure>(
        result: initialResult, nextPartialResult: nextPartialResult)
      upstream.subscribe(StageSubscriber("Scan", to: subscriber, stage))
    }
  }
}

/// Keeps the last result.
@usableFromInline struct ScanStage<Input, Output, Failure: Error>: Stage {
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline var result: Output
  @usableFromInline let nextPartialResult: (Output, Input) -> Output

  @inlinable init(result: Output, nextPartialResult: @escaping (Output, Input) -> Output) {
    self.result = result
    self.nextPartialResult = nextPartialResult
  }

  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Output, Failure> {
    result = nextPartialResult(result, input)
    return .pass(result)
  }
}

extension Publisher {
  /// Transforms elements by providing the current element to a closure along with the last value it returned.
  @inlinable public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}
