// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that omits elements from an upstream publisher until a given closure returns false.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that indicates whether to drop the element.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let stage = DropWhileStage<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(StageSubscriber("DropWhile", to: subscriber, stage))
    }
  }
}

/// Holds back the first values, as long as they pass.
@usableFromInline struct DropWhileStage<Input, Failure: Error>: Stage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline var isDropping = true

  @inlinable init(predicate: @escaping (Input) -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Input, Failure> {
    if isDropping, predicate(input) { return .skip }
    isDropping = false
    return .pass(input)
  }
}

extension Publisher {
  /// Omits elements from the upstream publisher until a given closure returns false, before republishing all
  /// remaining elements.
  @inlinable public func drop(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }
}
