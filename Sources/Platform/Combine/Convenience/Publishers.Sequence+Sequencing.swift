// SPDX-License-Identifier: Apache-2.0

extension Publishers.Sequence {
  /// Publishes the elements after the first few.
  @inlinable public func dropFirst(_ count: Int = 1)
    -> Publishers.Sequence<DropFirstSequence<Elements>, Failure>
  {
    Publishers.Sequence(sequence: sequence.dropFirst(Swift.max(count, 0)))
  }

  /// Publishes the elements from the first that does not pass the predicate.
  @inlinable public func drop(
    while predicate: (Elements.Element) -> Bool
  ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.drop(while: predicate))
  }

  /// Publishes the first few elements.
  @inlinable public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
    Publishers.Sequence(sequence: sequence.prefix(Swift.max(maxLength, 0)))
  }

  /// Publishes the elements up to the first that does not pass the predicate.
  @inlinable public func prefix(while predicate: (Elements.Element) -> Bool)
    -> Publishers.Sequence<[Elements.Element], Failure>
  {
    Publishers.Sequence(sequence: sequence.prefix(while: predicate))
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Publishes the number of elements.
  @inlinable public func count() -> Result<Int, Failure>.Publisher {
    Result.Publisher(sequence.count)
  }

  /// Publishes the elements of a range of indices, as far as there are any.
  @inlinable public func output(in range: Range<Elements.Index>)
    -> Publishers.Sequence<[Elements.Element], Failure>
  {
    Publishers.Sequence(
      sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Publishes the first element, if there is any.
  @inlinable public func first() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.first)
  }

  /// Publishes the element at an index, if there is one.
  @inlinable public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.indices.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Publishes the last element, if there is any.
  @inlinable public func last() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.last)
  }

  /// Publishes the last element that passes the predicate, if there is any.
  @inlinable public func last(where predicate: (Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
  /// Publishes the number of elements.
  @inlinable public func count() -> Result<Int, Failure>.Publisher {
    Result.Publisher(sequence.count)
  }

  /// Publishes the elements of a range of indices, as far as there are any.
  @inlinable public func output(in range: Range<Elements.Index>)
    -> Publishers.Sequence<[Elements.Element], Failure>
  {
    Publishers.Sequence(
      sequence: Array(sequence[range.clamped(to: sequence.startIndex..<sequence.endIndex)]))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// Publishes the element at an index, if there is one.
  @inlinable public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(
      index >= sequence.startIndex && index < sequence.endIndex ? sequence[index] : nil)
  }

  /// Publishes the number of elements.
  @inlinable public func count() -> Just<Int> {
    Just(sequence.count)
  }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Publishes the elements given, and then those of the sequence.
  @inlinable public func prepend(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// Publishes the elements of another sequence, and then those of this one.
  @inlinable public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where Elements.Element == S.Element {
    Publishers.Sequence(sequence: elements + sequence)
  }

  /// Publishes the elements of another sequence, and then those of this one.
  @inlinable public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    prepend(publisher.sequence)
  }

  /// Publishes the elements of the sequence, and then those given.
  @inlinable public func append(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    append(elements)
  }

  /// Publishes the elements of this sequence, and then those of another.
  @inlinable public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where Elements.Element == S.Element {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Publishes the elements of this sequence, and then those of another.
  @inlinable public func append(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    append(publisher.sequence)
  }
}
