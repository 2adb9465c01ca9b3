// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes the values of seven publishers, as they come.
  ///
  /// It finishes when all upstreams have finished, and fails as soon as one fails.
  public struct Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  >: Publisher
  where
    A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    E.Failure == F.Failure, F.Failure == G.Failure, A.Output == B.Output, B.Output == C.Output, C.Output == D.Output,
    D.Output == E.Output, E.Output == F.Output, F.Output == G.Output
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

    /// The seventh upstream.
    public let g: G

    /// Makes a publisher of seven upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where G.Failure == S.Failure, G.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: 7))
      conduit.open()
      a.merge(into: conduit, at: 0)
      b.merge(into: conduit, at: 1)
      c.merge(into: conduit, at: 2)
      d.merge(into: conduit, at: 3)
      e.merge(into: conduit, at: 4)
      f.merge(into: conduit, at: 5)
      g.merge(into: conduit, at: 6)
    }

    /// Merges another publisher into this one.
    @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge8<A, B, C, D, E, F, G, P>
    where G.Failure == P.Failure, G.Output == P.Output {
      Publishers.Merge8(a, b, c, d, e, f, g, other)
    }
  }
}

extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of six others, as they come.
  @inlinable public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
    with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure, D.Failure == E.Failure,
    E.Failure == F.Failure, F.Failure == G.Failure, Output == B.Output, B.Output == C.Output, C.Output == D.Output,
    D.Output == E.Output, E.Output == F.Output, F.Output == G.Output
  {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }
}
