// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that replaces an empty stream with a provided element.
  public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The element to deliver when the upstream publisher finishes without delivering any elements.
    public let output: Upstream.Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
      let succession = ReplaceEmptySuccession<Output, Failure>(output: output)
      upstream.subscribe(SuccessionSubscriber("ReplaceEmpty", to: subscriber, succession))
    }
  }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

/// After a finish without a value, a publisher of the one value.
@usableFromInline struct ReplaceEmptySuccession<Input, Failure: Error>: Succession {
  @usableFromInline let output: Input

  @inlinable init(output: Input) {
    self.output = output
  }

  @inlinable func successor(
    after completion: Subscribers.Completion<Failure>, isEmpty: Bool
  ) -> Successor<Result<Input, Failure>.Publisher, Failure> {
    if isEmpty, case .finished = completion { return .publisher(Result.Publisher(output)) }
    return .completion(completion)
  }
}

extension Publisher {
  /// Replaces an empty stream with the provided element.
  ///
  /// The element waits for demand as any other does. An upstream publisher that fails without an element is not empty.
  @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
    Publishers.ReplaceEmpty(upstream: self, output: output)
  }
}
