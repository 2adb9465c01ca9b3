extension Optional.Publisher {
  /// Publishes the value, unless it is to be omitted.
  @inlinable public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(count > 0 ? nil : output)
  }

  /// Publishes the value, unless it passes the predicate.
  @inlinable public func drop(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter { !predicate($0) }
  }

  /// Publishes the value.
  @inlinable public func first() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Publishes the value if it passes the predicate.
  @inlinable public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter(predicate)
  }

  /// Publishes the value.
  @inlinable public func last() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Publishes the value if it passes the predicate.
  @inlinable public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter(predicate)
  }

  /// Publishes the value if the index is zero.
  @inlinable public func output(at index: Int) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(index == 0 ? output : nil)
  }

  /// Publishes the value if the range has zero in it.
  @inlinable public func output<R: RangeExpression>(in range: R) -> Optional<Wrapped>.Publisher
  where R.Bound == Int {
    Optional<Wrapped>.Publisher(range.contains(0) ? output : nil)
  }

  /// Publishes the value, unless the maximum length is zero.
  @inlinable public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
    Optional<Wrapped>.Publisher(maxLength > 0 ? output : nil)
  }

  /// Publishes the value if it passes the predicate.
  @inlinable public func prefix(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter(predicate)
  }
}
