// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that receives and combines the latest elements from four publishers.
  ///
  /// It publishes nothing before each upstream has published, then a tuple with every value. It passes requests on to
  /// every upstream; a combination for which there is no demand is dropped, the latest values are kept. It finishes
  /// when all upstreams have finished, and fails as soon as one fails.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    /// A value of each upstream.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)

    /// The failure all upstreams share.
    public typealias Failure = A.Failure

    /// The first upstream.
    public let a: A

    /// The second upstream.
    public let b: B

    /// The third upstream.
    public let c: C

    /// The fourth upstream.
    public let d: D

    /// Makes a publisher of four upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Subscribes to every upstream, in their order, and then gives the subscriber its subscription.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where D.Failure == S.Failure, S.Input == (A.Output, B.Output, C.Output, D.Output) {
      let latestA = LatestCell<A.Output>()
      let latestB = LatestCell<B.Output>()
      let latestC = LatestCell<C.Output>()
      let latestD = LatestCell<D.Output>()
      let machine = CombineLatestMachine<Output, Failure>(upstreams: 4) {
        guard let a = latestA.value, let b = latestB.value, let c = latestC.value, let d = latestD.value else {
          return nil
        }
        return (a, b, c, d)
      }
      let conduit = Conduit("CombineLatest", to: subscriber, machine)
      a.join(conduit, at: 0, store: latestA.exchange)
      b.join(conduit, at: 1, store: latestB.exchange)
      c.join(conduit, at: 2, store: latestC.exchange)
      d.join(conduit, at: 3, store: latestD.exchange)
      conduit.open()
    }
  }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
  /// Subscribes to three other publishers as well and publishes a tuple of the latest values upon receiving one from
  /// any.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Subscribes to three other publishers as well and publishes what `transform` makes of the latest values upon
  /// receiving one from any.
  @inlinable public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Map(upstream: Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)) {
      transform($0.0, $0.1, $0.2, $0.3)
    }
  }
}
