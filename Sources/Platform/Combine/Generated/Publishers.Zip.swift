// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes, as a tuple, one value of each of two publishers: the first of each, the second of
  /// each, and so on.
  ///
  /// It asks every upstream for as many values as it is asked for, and keeps those that wait for the others. It
  /// finishes when an upstream has finished and its values are used up, and fails as soon as one fails.
  public struct Zip<A: Publisher, B: Publisher>: Publisher
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
      let waitingA = WaitingCell<A.Output>()
      let waitingB = WaitingCell<B.Output>()
      let machine = ZipMachine<Output, Failure>(upstreams: 2) {
        guard let a = waitingA.popFirst(), let b = waitingB.popFirst() else { return nil }
        return (a, b)
      }
      let conduit = Conduit("Zip", to: subscriber, machine)
      a.join(conduit, at: 0, store: waitingA.append)
      b.join(conduit, at: 1, store: waitingB.append)
      conduit.open()
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
  /// Groups values of this publisher and another publisher and delivers them as tuples, in order.
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
  where Failure == P.Failure {
    Publishers.Zip(self, other)
  }

  /// Groups values of this publisher and another publisher, in order, and publishes what `transform` makes of them.
  @inlinable public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
  where Failure == P.Failure {
    Publishers.Map(upstream: Publishers.Zip(self, other)) { transform($0.0, $0.1) }
  }
}
