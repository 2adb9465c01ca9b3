// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that republishes elements while a predicate closure indicates publishing should continue.
  public struct PrefixWhile<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that determines whether publishing should continue.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let stage = PrefixWhileStage<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(StageSubscriber("PrefixWhile", to: subscriber, stage))
    }
  }
}

/// Ends with the first value that does not pass.
@usableFromInline struct PrefixWhileStage<Input, Failure: Error>: Stage {
  @usableFromInline typealias Output = Input
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Input) -> Bool

  @inlinable init(predicate: @escaping (Input) -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func receive(_ input: Input) -> StageVerdict<Input, Failure> {
    predicate(input) ? .pass(input) : .finish
  }
}

extension Publisher {
  /// Republishes elements while a predicate closure indicates publishing should continue.
  ///
  /// The first element that does not pass finishes the stream, and cancels the upstream publisher.
  @inlinable public func prefix(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.PrefixWhile<Self> {
    Publishers.PrefixWhile(upstream: self, predicate: predicate)
  }
}
