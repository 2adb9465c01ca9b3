// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Sequencing/Publishers.PrefixWhile.swift.

extension Publishers {
  /// A publisher that republishes elements while an error-throwing predicate closure indicates publishing should
  /// continue.
  public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The closure that determines whether publishing should continue.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == any Error {
      let stage = TryPrefixWhileStage<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(StageSubscriber("TryPrefixWhile", to: subscriber, stage))
    }
  }
}

/// Ends with the first value that does not pass.
@usableFromInline struct TryPrefixWhileStage<Input, UpstreamFailure: Error>: ThrowingStage {
  @usableFromInline typealias Output = Input

  @usableFromInline let predicate: (Input) throws -> Bool

  @inlinable init(predicate: @escaping (Input) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func judge(_ input: Input) throws -> StageVerdict<Input, any Error> {
    try predicate(input) ? .pass(input) : .finish
  }
}

extension Publisher {
  /// Republishes elements while an error-throwing predicate closure indicates publishing should continue.
  ///
  /// The first element that does not pass finishes the stream, and cancels the upstream publisher.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryPrefix(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}
