// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from Matching/Publishers.AllSatisfy.swift.

extension Publishers {
  /// A publisher that publishes a single Boolean value that indicates whether all received elements pass a predicate.
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Bool

    /// The kind of errors this publisher might publish: what the closure throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that evaluates each received element.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bool, S.Failure == any Error {
      let reduction = TryAllSatisfyReduction<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(ReduceSubscriber("TryAllSatisfy", to: subscriber, reduction))
    }
  }
}

/// Looks for a value that does not pass.
@usableFromInline struct TryAllSatisfyReduction<Input, UpstreamFailure: Error>: ThrowingReduction {
  @usableFromInline typealias Output = Bool

  @usableFromInline let predicate: (Input) throws -> Bool
  @usableFromInline var isSatisfied = true

  @inlinable init(predicate: @escaping (Input) throws -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func take(_ input: Input) throws -> ReductionVerdict<any Error> {
    isSatisfied = try predicate(input)
    return isSatisfied ? .more : .done
  }

  @inlinable func result() -> Bool? { isSatisfied }
}

extension Publisher {
  /// Publishes a single Boolean value that indicates whether all received elements pass an error-throwing predicate.
  ///
  /// The first element that does not pass settles it, and the upstream publisher is cancelled.
  ///
  /// An error the closure throws ends the stream with that error.
  @inlinable public func tryAllSatisfy(
    _ predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}
