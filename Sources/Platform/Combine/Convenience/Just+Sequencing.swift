extension Just {
  /// Publishes the element, unless it is to be omitted.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(count > 0 ? nil : output)
  }

  /// Publishes the element, unless it passes the predicate.
  @inlinable public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter { !predicate($0) }
  }

  /// Publishes the element.
  @inlinable public func first() -> Just<Output> {
    self
  }

  /// Publishes the element if it passes the predicate.
  @inlinable public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Publishes the element.
  @inlinable public func last() -> Just<Output> {
    self
  }

  /// Publishes the element if it passes the predicate.
  @inlinable public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Publishes the element if the index is zero.
  @inlinable public func output(at index: Int) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(index == 0 ? output : nil)
  }

  /// Publishes the element if the range has zero in it.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher
  where R.Bound == Int {
    Optional<Output>.Publisher(range.contains(0) ? output : nil)
  }

  /// Publishes the element, unless the maximum length is zero.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(maxLength > 0 ? output : nil)
  }

  /// Publishes the element if it passes the predicate.
  @inlinable public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Publishes the elements given, and then the element.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Publishes the elements of a sequence, and then the element.
  @inlinable public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element {
    Publishers.Sequence(sequence: elements + [output])
  }

  /// Publishes the element, and then the elements given.
  @inlinable public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  /// Publishes the element, and then the elements of a sequence.
  @inlinable public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where Output == S.Element {
    Publishers.Sequence(sequence: [output] + elements)
  }
}
