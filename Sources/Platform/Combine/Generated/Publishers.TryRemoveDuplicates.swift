// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Filtering/Publishers.RemoveDuplicates.swift.

extension Publishers {
  /// A publisher that publishes only elements that don't match the previous element, as evaluated by an error-throwing
  /// closure.
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure to evaluate whether two elements are equivalent, for purposes of filtering.
    public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      upstream.subscribe(
        StageSubscriber(
          "TryRemoveDuplicates", to: subscriber,
          TryRemoveDuplicatesStage<Upstream.Output, Upstream.Failure>(predicate: predicate)
        ))
    }
  }
}

/// Keeps the last value that went out, and holds back those like it.
@usableFromInline struct TryRemoveDuplicatesStage<Input, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline typealias Output = Input

  @usableFromInline let predicate: (Input, Input) throws -> Bool
  @usableFromInline var last: Input?

  @inlinable init(predicate: @escaping (Input, Input) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func judge(_ input: Input) throws -> StageVerdict<Input, any Error> {
    if let last, try predicate(last, input) { return .skip }
    last = input
    return .pass(input)
  }
}

extension Publisher {
  /// Publishes only elements that don't match the previous element, as evaluated by an error-throwing closure.
  ///
  /// An error the closure throws ends the stream with that error.
  ///
  /// - Parameter predicate: Whether its second argument, the new element, is equivalent to the first.
  @inlinable public func tryRemoveDuplicates(
    by predicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
  }
}
