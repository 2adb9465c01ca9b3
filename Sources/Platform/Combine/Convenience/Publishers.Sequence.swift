// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes a given sequence of elements.
  ///
  /// When the publisher exhausts the elements in the sequence, it finishes.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Elements.Element

    /// The sequence of elements to publish.
    public let sequence: Elements

    /// Makes a publisher for a sequence of elements.
    @inlinable public init(sequence: Elements) {
      self.sequence = sequence
    }

    /// Subscribes to the sequence from its start.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Failure == S.Failure, Elements.Element == S.Input {
      SequenceSubscription.subscribe(subscriber, to: sequence, then: .finished)
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Swift.Sequence {
  /// A publisher of the elements of this sequence.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> {
    Publishers.Sequence(sequence: self)
  }
}
