// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the values of any number of publishers of one type.
  ///
  /// It finishes when all upstreams have finished, at once where there is none, and fails as soon as one fails.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    /// The values of the upstreams.
    public typealias Output = Upstream.Output

    /// The failure of the upstreams.
    public typealias Failure = Upstream.Failure

    /// The upstreams.
    public let publishers: [Upstream]

    /// Makes a publisher of the upstreams given.
    @inlinable public init(_ upstream: Upstream...) {
      publishers = upstream
    }

    /// Makes a publisher of the upstreams in a sequence.
    @inlinable public init<S: Swift.Sequence>(_ upstream: S) where Upstream == S.Element {
      publishers = Array(upstream)
    }

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: publishers.count))
      conduit.open()
      for (index, publisher) in publishers.enumerated() { publisher.merge(into: conduit, at: index) }
    }

    /// Merges another publisher of the same type into this one.
    @inlinable public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
      MergeMany(publishers + [other])
    }
  }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of another one of the same type, as they come.
  @inlinable public func merge(with other: Self) -> Publishers.MergeMany<Self> {
    Publishers.MergeMany(self, other)
  }
}
