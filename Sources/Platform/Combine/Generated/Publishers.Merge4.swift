// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes the values of four publishers, as they come.
  ///
  /// It finishes when all upstreams have finished, and fails as soon as one fails.
  public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, A.Output == B.Output, B.Output == C.Output,
    C.Output == D.Output
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

    /// Makes a publisher of four upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where D.Failure == S.Failure, D.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: 4))
      conduit.open()
      a.merge(into: conduit, at: 0)
      b.merge(into: conduit, at: 1)
      c.merge(into: conduit, at: 2)
      d.merge(into: conduit, at: 3)
    }

    /// Merges another publisher into this one.
    @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge5<A, B, C, D, P>
    where D.Failure == P.Failure, D.Output == P.Output {
      Publishers.Merge5(a, b, c, d, other)
    }

    /// Merges two other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher>(with publisher1: P1, _ publisher2: P2)
      -> Publishers.Merge6<A, B, C, D, P1, P2>
    where D.Failure == P1.Failure, P1.Failure == P2.Failure, D.Output == P1.Output, P1.Output == P2.Output {
      Publishers.Merge6(a, b, c, d, publisher1, publisher2)
    }

    /// Merges three other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3
    ) -> Publishers.Merge7<A, B, C, D, P1, P2, P3>
    where
      D.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, D.Output == P1.Output,
      P1.Output == P2.Output, P2.Output == P3.Output
    {
      Publishers.Merge7(a, b, c, d, publisher1, publisher2, publisher3)
    }

    /// Merges four other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher, P4: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3, _ publisher4: P4
    ) -> Publishers.Merge8<A, B, C, D, P1, P2, P3, P4>
    where
      D.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, P3.Failure == P4.Failure,
      D.Output == P1.Output, P1.Output == P2.Output, P2.Output == P3.Output, P3.Output == P4.Output
    {
      Publishers.Merge8(a, b, c, d, publisher1, publisher2, publisher3, publisher4)
    }
  }
}

extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of three others, as they come.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D)
    -> Publishers.Merge4<Self, B, C, D>
  where
    Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, Output == B.Output, B.Output == C.Output,
    C.Output == D.Output
  {
    Publishers.Merge4(self, b, c, d)
  }
}
