// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes the values of three publishers, as they come.
  ///
  /// It finishes when all upstreams have finished, and fails as soon as one fails.
  public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, A.Output == B.Output, B.Output == C.Output {
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

    /// Makes a publisher of three upstreams.
    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where C.Failure == S.Failure, C.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: 3))
      conduit.open()
      a.merge(into: conduit, at: 0)
      b.merge(into: conduit, at: 1)
      c.merge(into: conduit, at: 2)
    }

    /// Merges another publisher into this one.
    @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge4<A, B, C, P>
    where C.Failure == P.Failure, C.Output == P.Output {
      Publishers.Merge4(a, b, c, other)
    }

    /// Merges two other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher>(with publisher1: P1, _ publisher2: P2)
      -> Publishers.Merge5<A, B, C, P1, P2>
    where C.Failure == P1.Failure, P1.Failure == P2.Failure, C.Output == P1.Output, P1.Output == P2.Output {
      Publishers.Merge5(a, b, c, publisher1, publisher2)
    }

    /// Merges three other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3
    ) -> Publishers.Merge6<A, B, C, P1, P2, P3>
    where
      C.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, C.Output == P1.Output,
      P1.Output == P2.Output, P2.Output == P3.Output
    {
      Publishers.Merge6(a, b, c, publisher1, publisher2, publisher3)
    }

    /// Merges four other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher, P4: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3, _ publisher4: P4
    ) -> Publishers.Merge7<A, B, C, P1, P2, P3, P4>
    where
      C.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, P3.Failure == P4.Failure,
      C.Output == P1.Output, P1.Output == P2.Output, P2.Output == P3.Output, P3.Output == P4.Output
    {
      Publishers.Merge7(a, b, c, publisher1, publisher2, publisher3, publisher4)
    }

    /// Merges five other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher, P4: Publisher, P5: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3, _ publisher4: P4, _ publisher5: P5
    ) -> Publishers.Merge8<A, B, C, P1, P2, P3, P4, P5>
    where
      C.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, P3.Failure == P4.Failure,
      P4.Failure == P5.Failure, C.Output == P1.Output, P1.Output == P2.Output, P2.Output == P3.Output,
      P3.Output == P4.Output, P4.Output == P5.Output
    {
      Publishers.Merge8(a, b, c, publisher1, publisher2, publisher3, publisher4, publisher5)
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of two others, as they come.
  @inlinable public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
  where Failure == B.Failure, B.Failure == C.Failure, Output == B.Output, B.Output == C.Output {
    Publishers.Merge3(self, b, c)
  }
}
