// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Sequencing/Publishers.DropWhile.swift.

extension Publishers {
  /// A publisher that omits elements from an upstream publisher until an error-throwing closure returns false.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that indicates whether to drop the element.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      let stage = TryDropWhileStage<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(StageSubscriber("TryDropWhile", to: subscriber, stage))
    }
  }
}

/// Holds back the first values, as long as they pass.
@usableFromInline struct TryDropWhileStage<Input, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline typealias Output = Input

  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline var isDropping = true

  @inlinable init(predicate: @escaping (Input) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func judge(_ input: Input) throws -> StageVerdict<Input, any Error> {
    if isDropping, try predicate(input) { return .skip }
    isDropping = false
    return .pass(input)
  }
}

extension Publisher {
  /// Omits elements from the upstream publisher until an error-throwing closure returns false, before republishing all
  /// remaining elements.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}
