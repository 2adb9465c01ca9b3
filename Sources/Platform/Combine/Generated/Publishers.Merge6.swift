// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes the values of six publishers, as they come.
  ///
  /// It finishes when all upstreams have finished, and fails as soon as one fails.
  public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>: Publisher
  where
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    E.Failure == F.Failure, A.Output == B.Output, B.Output == C.Output, C.Output == D.Output, D.Output == E.Output,
    E.Output == F.Output
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

    /// The sixth upstream.
    public let f: F

    /// Makes a publisher of six upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where F.Failure == S.Failure, F.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: 6))
      conduit.open()
      a.merge(into: conduit, at: 0)
      b.merge(into: conduit, at: 1)
      c.merge(into: conduit, at: 2)
      d.merge(into: conduit, at: 3)
      e.merge(into: conduit, at: 4)
      f.merge(into: conduit, at: 5)
    }

    /// Merges another publisher into this one.
    @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge7<A, B, C, D, E, F, P>
    where F.Failure == P.Failure, F.Output == P.Output {
      Publishers.Merge7(a, b, c, d, e, f, other)
    }

    /// Merges two other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher>(with publisher1: P1, _ publisher2: P2)
      -> Publishers.Merge8<A, B, C, D, E, F, P1, P2>
    where F.Failure == P1.Failure, P1.Failure == P2.Failure, F.Output == P1.Output, P1.Output == P2.Output {
      Publishers.Merge8(a, b, c, d, e, f, publisher1, publisher2)
    }
  }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of five others, as they come.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F>
  where
    Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    E.Failure == F.Failure, Output == B.Output, B.Output == C.Output, C.Output == D.Output, D.Output == E.Output,
    E.Output == F.Output
  {
    Publishers.Merge6(self, b, c, d, e, f)
  }
}
