// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that buffers all items and publishes them as one array when the upstream publisher finishes.
  public struct Collect<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = [Upstream.Output]

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == [Upstream.Output], S.Failure == Upstream.Failure {
      upstream.subscribe(
        ReduceSubscriber("Collect", to: subscriber, CollectReduction<Upstream.Output, Upstream.Failure>()))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

/// Gathers.
@usableFromInline struct CollectReduction<Input, Failure: Error>: Reduction {
  @usableFromInline typealias Output = [Input]
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline var collected: [Input] = []

  @inlinable init() {}

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    collected.append(input)
    return .more
  }

  @inlinable mutating func result() -> [Input]? {
    defer { collected = [] }
    return collected
  }
}

extension Publisher {
  /// Collects all received elements, and emits a single array of the collection when the upstream publisher finishes.
  ///
  /// It takes in all elements whatever the demand, and keeps them: how many that are is up to the upstream publisher.
  @inlinable public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self)
  }
}
