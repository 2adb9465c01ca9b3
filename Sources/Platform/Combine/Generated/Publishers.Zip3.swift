// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes, as a tuple, one value of each of three publishers: the first of each, the second of
  /// each, and so on.
  ///
  /// It asks every upstream for as many values as it is asked for, and keeps those that wait for the others. It
  /// finishes when an upstream has finished and its values are used up, and fails as soon as one fails.
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
      let waitingA = WaitingCell<A.Output>()
      let waitingB = WaitingCell<B.Output>()
      let waitingC = WaitingCell<C.Output>()
      let machine = ZipMachine<Output, Failure>(upstreams: 3) {
        guard let a = waitingA.popFirst(), let b = waitingB.popFirst(), let c = waitingC.popFirst() else { return nil }
        return (a, b, c)
      }
      let conduit = Conduit("Zip", to: subscriber, machine)
      a.join(conduit, at: 0, store: waitingA.append)
      b.join(conduit, at: 1, store: waitingB.append)
      c.join(conduit, at: 2, store: waitingC.append)
      conduit.open()
    }
  }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
  /// Groups values of this publisher and two other publishers and delivers them as tuples, in order.
  @inlinable public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q)
    -> Publishers.Zip3<Self, P, Q>
  where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Groups values of this publisher and two other publishers, in order, and publishes what `transform` makes of them.
  @inlinable public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where Failure == P.Failure, P.Failure == Q.Failure {
    Publishers.Map(upstream: Publishers.Zip3(self, publisher1, publisher2)) { transform($0.0, $0.1, $0.2) }
  }
}
