// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that receives and combines the latest elements from three publishers.
  ///
  /// It publishes nothing before each upstream has published, then a tuple with every value. It passes requests on to
  /// every upstream; a combination for which there is no demand is dropped, the latest values are kept. It finishes
  /// when all upstreams have finished, and fails as soon as one fails.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    /// A value of each upstream.
    public typealias Output = (A.Output, B.Output, C.Output)

    /// The failure all upstreams share.
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// Makes a publisher of three upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Subscribes to every upstream, in their order, and then gives the subscriber its subscription.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where C.Failure == S.Failure, S.Input == (A.Output, B.Output, C.Output) {
      let latestA = LatestCell<A.Output>()
      let latestB = LatestCell<B.Output>()
      let latestC = LatestCell<C.Output>()
      let machine = CombineLatestMachine<Output, Failure>(upstreams: 3) {
        guard let a = latestA.value, let b = latestB.value, let c = latestC.value else { return nil }
        return (a, b, c)
      }
      let conduit = Conduit("CombineLatest", to: subscriber, machine)
      a.join(conduit, at: 0, store: latestA.exchange)
      b.join(conduit, at: 1, store: latestB.exchange)
      c.join(conduit, at: 2, store: latestC.exchange)
      conduit.open()
    }
  }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
  /// Subscribes to two other publishers as well and publishes a tuple of the latest values upon receiving one from any.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.CombineLatest3<Self, P, Q>
  where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Subscribes to two other publishers as well and publishes what `transform` makes of the latest values upon
  /// receiving one from any.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: Publishers.CombineLatest3(self, publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}
