// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that replaces any errors in the stream with a provided element.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// This publisher does not fail.
    public typealias Failure = Never

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The element with which to replace errors from the upstream publisher.
    public let output: Upstream.Output

    /// Makes a publisher that does this to the elements of `upstream`.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Upstream.Output, S.Failure == Never {
      let succession = CatchSuccession<Upstream.Failure, Just<Output>> { [output] _ in Just(output)
      }
      upstream.subscribe(SuccessionSubscriber("ReplaceError", to: subscriber, succession))
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {
}

extension Publisher {
  /// Replaces any errors in the stream with the provided element, and finishes then.
  ///
  /// The element waits for demand as any other does.
  @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    Publishers.ReplaceError(upstream: self, output: output)
  }
}
