// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from a template.

extension Publishers {
  /// A publisher that publishes the values of two publishers, as they come.
  ///
  /// It finishes when all upstreams have finished, and fails as soon as one fails.
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure, A.Output == B.Output {
    /// The values of the upstreams.
    public typealias Output = A.Output

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

    /// Attaches the subscriber: subscribes to every upstream on its behalf.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where B.Failure == S.Failure, B.Output == S.Input {
      let conduit = Conduit("Merge", to: subscriber, MergeMachine(upstreams: 2))
      conduit.open()
      a.merge(into: conduit, at: 0)
      b.merge(into: conduit, at: 1)
    }

    /// Merges another publisher into this one.
    @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge3<A, B, P>
    where B.Failure == P.Failure, B.Output == P.Output {
      Publishers.Merge3(a, b, other)
    }

    /// Merges two other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher>(with publisher1: P1, _ publisher2: P2)
      -> Publishers.Merge4<A, B, P1, P2>
    where B.Failure == P1.Failure, P1.Failure == P2.Failure, B.Output == P1.Output, P1.Output == P2.Output {
      Publishers.Merge4(a, b, publisher1, publisher2)
    }

    /// Merges three other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3
    ) -> Publishers.Merge5<A, B, P1, P2, P3>
    where
      B.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, B.Output == P1.Output,
      P1.Output == P2.Output, P2.Output == P3.Output
    {
      Publishers.Merge5(a, b, publisher1, publisher2, publisher3)
    }

    /// Merges four other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher, P4: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3, _ publisher4: P4
    ) -> Publishers.Merge6<A, B, P1, P2, P3, P4>
    where
      B.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, P3.Failure == P4.Failure,
      B.Output == P1.Output, P1.Output == P2.Output, P2.Output == P3.Output, P3.Output == P4.Output
    {
      Publishers.Merge6(a, b, publisher1, publisher2, publisher3, publisher4)
    }

    /// Merges five other publishers into this one.
    @inlinable public func merge<P1: Publisher, P2: Publisher, P3: Publisher, P4: Publisher, P5: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3, _ publisher4: P4, _ publisher5: P5
    ) -> Publishers.Merge7<A, B, P1, P2, P3, P4, P5>
    where
      B.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, P3.Failure == P4.Failure,
      P4.Failure == P5.Failure, B.Output == P1.Output, P1.Output == P2.Output, P2.Output == P3.Output,
      P3.Output == P4.Output, P4.Output == P5.Output
    {
      Publishers.Merge7(a, b, publisher1, publisher2, publisher3, publisher4, publisher5)
    }

    /// Merges six other publishers into this one.
    @inlinable
    public func merge<P1: Publisher, P2: Publisher, P3: Publisher, P4: Publisher, P5: Publisher, P6: Publisher>(
      with publisher1: P1, _ publisher2: P2, _ publisher3: P3, _ publisher4: P4, _ publisher5: P5, _ publisher6: P6
    ) -> Publishers.Merge8<A, B, P1, P2, P3, P4, P5, P6>
    where
      B.Failure == P1.Failure, P1.Failure == P2.Failure, P2.Failure == P3.Failure, P3.Failure == P4.Failure,
      P4.Failure == P5.Failure, P5.Failure == P6.Failure, B.Output == P1.Output, P1.Output == P2.Output,
      P2.Output == P3.Output, P3.Output == P4.Output, P4.Output == P5.Output, P5.Output == P6.Output
    {
      Publishers.Merge8(a, b, publisher1, publisher2, publisher3, publisher4, publisher5, publisher6)
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
  /// Publishes the values of this publisher and of another one, as they come.
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where Failure == P.Failure, Output == P.Output {
    Publishers.Merge(self, other)
  }
}
