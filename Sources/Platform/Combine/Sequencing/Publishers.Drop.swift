// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that omits a specified number of elements before republishing later elements.
  public struct Drop<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The number of elements to drop.
    public let count: Int

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let stage = DropStage<Upstream.Output, Upstream.Failure>(remaining: count)
      upstream.subscribe(StageSubscriber("Drop", to: subscriber, stage))
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

/// Holds back so many values.
@usableFromInline struct DropStage<Input, Failure: Error>: Stage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline var remaining: Int

  @inlinable init(remaining: Int) {
    self.remaining = remaining
  }

  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Input, Failure> {
    guard remaining > 0 else { return .pass(input) }
    remaining -= 1
    return .skip
  }
}

extension Publisher {
  /// Omits the specified number of elements before republishing subsequent elements.
  ///
  /// - Parameter count: The number of elements to omit, one by default. A negative number omits none.
  @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}
