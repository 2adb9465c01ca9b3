// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Mapping/Publishers.Scan.swift.

extension Publishers {
  /// A publisher that transforms elements by providing the current element to an error-throwing closure along with the
  /// last value returned by the closure.
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The previous result returned by the closure, at the start.
    public let initialResult: Output

    /// A closure that takes the previous result and the next element, and returns the next result.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == any Error {
      let stage = TryScanStage<Upstream.Output, Output, Upstream.Failure>(
        result: initialResult, nextPartialResult: nextPartialResult)
      upstream.subscribe(StageSubscriber("TryScan", to: subscriber, stage))
    }
  }
}

/// Keeps the last result.
@usableFromInline struct TryScanStage<Input, Output, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline var result: Output
  @usableFromInline let nextPartialResult: (Output, Input) throws -> Output

  @inlinable init(result: Output, nextPartialResult: @escaping (Output, Input) throws -> Output) {
    self.result = result
    self.nextPartialResult = nextPartialResult
  }

  @inlinable mutating func judge(_ input: Input) throws -> StageVerdict<Output, any Error> {
    result = try nextPartialResult(result, input)
    return .pass(result)
  }
}

extension Publisher {
  /// Transforms elements by providing the current element to an error-throwing closure along with the last value it
  /// returned.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}
