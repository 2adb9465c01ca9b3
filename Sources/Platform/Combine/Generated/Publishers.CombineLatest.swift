// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that receives and combines the latest elements from two publishers.
  ///
  /// It publishes nothing before each upstream has published, then a tuple with every value. It passes requests on to
  /// every upstream; a combination for which there is no demand is dropped, the latest values are kept. It finishes
  /// when all upstreams have finished, and fails as soon as one fails.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    /// A value of each upstream.
    public typealias Output = (A.Output, B.Output)

    /// The failure all upstreams share.
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// Makes a publisher of two upstreams.
    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Subscribes to every upstream, in their order, and then gives the subscriber its subscription.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where B.Failure == S.Failure, S.Input == (A.Output, B.Output) {
      let latestA = LatestCell<A.Output>()
      let latestB = LatestCell<B.Output>()
      let machine = CombineLatestMachine<Output, Failure>(upstreams: 2) {
        guard let a = latestA.value, let b = latestB.value else { return nil }
        return (a, b)
      }
      let conduit = Conduit("CombineLatest", to: subscriber, machine)
      a.join(conduit, at: 0, store: latestA.exchange)
      b.join(conduit, at: 1, store: latestB.exchange)
      conduit.open()
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
  /// Subscribes to another publisher as well and publishes a tuple of the latest values upon receiving one from any.
  @inlinable public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where Failure == P.Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Subscribes to another publisher as well and publishes what `transform` makes of the latest values upon receiving
  /// one from any.
  @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where Failure == P.Failure {
    Publishers.Map(upstream: Publishers.CombineLatest(self, other)) { transform($0.0, $0.1) }
  }
}
