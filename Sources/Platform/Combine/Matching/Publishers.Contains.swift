// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that emits a Boolean value when it receives a specific element.
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    /// The kind of values published by this publisher.
    public typealias Output = Bool

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The element to look for in the upstream publisher.
    public let output: Upstream.Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bool, S.Failure == Upstream.Failure {
      let reduction = ContainsWhereReduction<Upstream.Output, Upstream.Failure>(predicate: {
        [output] in $0 == output
      })
      upstream.subscribe(ReduceSubscriber("Contains", to: subscriber, reduction))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
  /// Publishes whether there is an element equal to the given one.
  ///
  /// The first element that is settles it, and the upstream publisher is cancelled.
  @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}
