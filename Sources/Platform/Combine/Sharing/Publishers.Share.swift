// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that shares the values of its upstream with several subscribers.
  ///
  /// It subscribes to the upstream when the first subscriber comes, once for all of them, and cancels when the last one
  /// has cancelled. A subscriber that comes later gets what comes from then on.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are shared.
    public let upstream: Upstream

    @usableFromInline let shared:
      Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

    /// Makes a publisher that shares the values of `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.multicast { PassthroughSubject() }.autoconnect()
    }

    /// Attaches the subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      shared.subscribe(subscriber)
    }

    /// Returns `true` if both are the same object.
    @inlinable public static func == (lhs: Publishers.Share<Upstream>, rhs: Publishers.Share<Upstream>) -> Bool {
      lhs === rhs
    }
  }
}

extension Publisher {
  /// Shares the values with several subscribers, for all of whom the upstream is subscribed to once.
  @inlinable public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}
