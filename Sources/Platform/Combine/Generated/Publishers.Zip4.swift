// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes, as a tuple, one value of each of four publishers: the first of each, the second of
  /// each, and so on.
  ///
  /// It asks every upstream for as many values as it is asked for, and keeps those that wait for the others. It
  /// finishes when an upstream has finished and its values are used up, and fails as soon as one fails.
  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
      let waitingA = WaitingCell<A.Output>()
      let waitingB = WaitingCell<B.Output>()
      let waitingC = WaitingCell<C.Output>()
      let waitingD = WaitingCell<D.Output>()
      let machine = ZipMachine<Output, Failure>(upstreams: 4) {
        guard let a = waitingA.popFirst(), let b = waitingB.popFirst(), let c = waitingC.popFirst(),
          let d = waitingD.popFirst()
        else { return nil }
        return (a, b, c, d)
      }
      let conduit = Conduit("Zip", to: subscriber, machine)
      a.join(conduit, at: 0, store: waitingA.append)
      b.join(conduit, at: 1, store: waitingB.append)
      c.join(conduit, at: 2, store: waitingC.append)
      d.join(conduit, at: 3, store: waitingD.append)
      conduit.open()
    }
  }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
  /// Groups values of this publisher and three other publishers and delivers them as tuples, in order.
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Groups values of this publisher and three other publishers, in order, and publishes what `transform` makes of
  /// them.
  @inlinable public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure {
    Publishers.Map(upstream: Publishers.Zip4(self, publisher1, publisher2, publisher3)) {
      transform($0.0, $0.1, $0.2, $0.3)
    }
  }
}
