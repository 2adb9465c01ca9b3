// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that republishes all non-nil results of calling an error-throwing closure with each received element.
  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// An error-throwing closure that receives values from the upstream publisher and returns optional values.
    public let transform: (Upstream.Output) throws -> Output?

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == any Error {
      upstream.subscribe(StageSubscriber("TryCompactMap", to: subscriber, TryCompactMapStage(transform: transform)))
    }
  }
}

/// Transforms values or holds them back, until transforming one fails.
@usableFromInline struct TryCompactMapStage<Input, Output, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline let transform: (Input) throws -> Output?

  @inlinable init(transform: @escaping (Input) throws -> Output?) {
    self.transform = transform
  }

  @inlinable func judge(_ input: Input) throws -> StageVerdict<Output, any Error> {
    guard let output = try transform(input) else { return .skip }
    return .pass(output)
  }
}

extension Publisher {
  /// Calls an error-throwing closure with each received element and publishes any returned optional that has a value.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Self, T>
  {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers.TryCompactMap {
  /// Transforms the elements once more, in one step with the transformation before.
  @inlinable public func compactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) {
      try first($0).flatMap(transform)
    }
  }
}
