// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes the values of five publishers, as they come.
  ///
  /// It finishes when all upstreams have finished, and fails as soon as one fails.
  public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
  where
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    A.Output == B.Output, B.Output == C.Output, C.Output == D.Output, D.Output == E.Output
  {
    /// The values of the upstreams.
    public typealias Output = A.Output

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

    /// The fifth upstream.
    public let e: E

    /// Makes a publisher of five upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where E.Failure == S.Failure, E.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: 5))
      conduit.open()
      a.merge(into: conduit, at: 0)
      b.merge(into: conduit, at: 1)
      c.merge(into: conduit, at: 2)
      d.merge(into: conduit, at: 3)
      e.merge(into: conduit, at: 4)
    }

    /// Merges another publisher into this one.
    @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge6<A, B, C, D, E, P>
    where E.Failure == P.Failure, E.Output == P.Output {
      Publishers.Merge6(a, b, c, d, e, other)
    }

    /// Merges two other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher>(with publisher1: P1, _ publisher2: P2)
      -> Publishers.Merge7<A, B, C, D, E, P1, P2>
    where E.Failure == P1.Failure, P1.Failure == P2.Failure, E.Output == P1.Output, P1.Output == P2.Output {
      Publishers.Merge7(a, b, c, d, e, publisher1, publisher2)
    }

    /// Merges three other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3
    ) -> Publishers.Merge8<A, B, C, D, E, P1, P2, P3>
    where
      E.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, E.Output == P1.Output,
      P1.Output == P2.Output, P2.Output == P3.Output
    {
      Publishers.Merge8(a, b, c, d, e, publisher1, publisher2, publisher3)
    }
  }
}

extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of four others, as they come.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E>
  where
    Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure, Output == B.Output,
    B.Output == C.Output, C.Output == D.Output, D.Output == E.Output
  {
    Publishers.Merge5(self, b, c, d, e)
  }
}
