// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that transforms all elements from the upstream publisher with a provided error-throwing closure.
  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The error-throwing closure that transforms elements from the upstream publisher.
    public let transform: (Upstream.Output) throws -> Output

    /// Makes a publisher that transforms the elements of `upstream`.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Attaches the subscriber to the upstream publisher, with the transformation in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Output == S.Input, S.Failure == any Error {
      upstream.subscribe(StageSubscriber("TryMap", to: subscriber, TryMapStage(transform: transform)))
    }
  }
}

/// Transforms each value, until that fails.
@usableFromInline struct TryMapStage<Input, Output, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline let transform: (Input) throws -> Output

  @inlinable init(transform: @escaping (Input) throws -> Output) {
    self.transform = transform
  }

  @inlinable func judge(_ input: Input) throws -> StageVerdict<Output, any Error> {
    .pass(try transform(input))
  }
}

extension Publisher {
  /// Transforms all elements from the upstream publisher with a provided error-throwing closure.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers.TryMap {
  /// Transforms the elements once more, in one step with the transformation before.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { transform(try first($0)) }
  }

  /// Transforms the elements once more with a closure that may throw, in one step with the transformation before.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T)
    -> Publishers.TryMap<Upstream, T>
  {
    let first = self.transform
    return Publishers.TryMap<Upstream, T>(upstream: upstream) { try transform(first($0)) }
  }
}
