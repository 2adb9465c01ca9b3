// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  /// Prefixes this publisher's output with the specified elements.
  @inlinable public func prepend(_ elements: Output...)
    -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>
  {
    prepend(elements)
  }

  /// Prefixes this publisher's output with the elements of a sequence.
  @inlinable public func prepend<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Prefixes this publisher's output with the elements of another publisher.
  ///
  /// This publisher is subscribed to when the other has finished, and asked for what is still wanted then.
  @inlinable public func prepend<P: Publisher>(
    _ publisher: P
  ) -> Publishers.Concatenate<P, Self> where Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: publisher, suffix: self)
  }

  /// Follows this publisher's output with the specified elements.
  @inlinable public func append(_ elements: Output...)
    -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>
  {
    append(elements)
  }

  /// Follows this publisher's output with the elements of a sequence.
  @inlinable public func append<S: Swift.Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Follows this publisher's output with the elements of another publisher.
  ///
  /// The other is subscribed to when this one has finished, and asked for what is still wanted then.
  @inlinable public func append<P: Publisher>(
    _ publisher: P
  ) -> Publishers.Concatenate<Self, P> where Failure == P.Failure, Output == P.Output {
    Publishers.Concatenate(prefix: self, suffix: publisher)
  }
}
