// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes a single Boolean value that indicates whether all received elements pass a
  /// predicate.
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Bool

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that evaluates each received element.
    public let predicate: (Upstream.Output) -> Bool

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Bool, S.Failure == Upstream.Failure {
      let reduction = AllSatisfyReduction<Upstream.Output, Upstream.Failure>(predicate: predicate)
      upstream.subscribe(ReduceSubscriber("AllSatisfy", to: subscriber, reduction))
    }
  }
}

/// Looks for a value that does not pass.
@usableFromInline struct AllSatisfyReduction<Input, Failure: Error>: Reduction {
  @usableFromInline typealias Output = Bool
  @usableFromInline typealias UpstreamFailure = Failure

  @usableFromInline let predicate: (Input) -> Bool
  @usableFromInline var isSatisfied = true

  @inlinable init(predicate: @escaping (Input) -> Bool) {
    self.predicate = predicate
  }

  @inlinable mutating func receive(_ input: Input) -> ReductionVerdict<Failure> {
    isSatisfied = predicate(input)
    return isSatisfied ? .more : .done
  }

  @inlinable func result() -> Bool? { isSatisfied }
}

extension Publisher {
  /// Publishes a single Boolean value that indicates whether all received elements pass a given predicate.
  ///
  /// The first element that does not pass settles it, and the upstream publisher is cancelled.
  @inlinable public func allSatisfy(
    _ predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }
}
