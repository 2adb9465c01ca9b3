// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes only elements that don't match the previous element, as evaluated by a closure.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure to evaluate whether two elements are equivalent, for purposes of filtering.
    public let predicate: (Upstream.Output, Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      upstream.subscribe(
        StageSubscriber(
          "RemoveDuplicates", to: subscriber,
          RemoveDuplicatesStage<Upstream.Output, Upstream.Failure>(predicate: predicate)
        ))
    }
  }
}

/// Keeps the last value that went out, and holds back those like it.
@usableFromInline struct RemoveDuplicatesStage<Input, Failure: Error>: Stage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Input, Input) -> Bool
  @usableFromInline var last: Input?

  @inlinable init(predicate: @escaping (Input, Input) -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Input, Failure> {
    if let last, predicate(last, input) { return .skip }
    last = input
    return .pass(input)
  }
}

extension Publisher where Output: Equatable {
  /// Publishes only elements that don't match the previous element.
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Publishes only elements that don't match the previous element, as evaluated by a provided closure.
  ///
  /// - Parameter predicate: Whether its second argument, the new element, is equivalent to the first.
  @inlinable public func removeDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}
