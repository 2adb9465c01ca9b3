// SPDX-License-Identifier: Apache-2.0

extension Optional {
  /// A publisher that publishes an optional value to each subscriber exactly once, if the optional has a value.
  ///
  /// If it has none, it finishes at once.
  public struct Publisher: Combine.Publisher {
    /// The kind of value published by this publisher.
    public typealias Output = Wrapped

    /// This publisher does not fail.
    public typealias Failure = Never

    /// The value to deliver to each subscriber.
    public let output: Wrapped?

    /// Makes a publisher of the value, if there is one.
    @inlinable public init(_ output: Wrapped?) {
      self.output = output
    }

    /// Sends the value when the subscriber asks for it, or finishes if there is none.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Wrapped == S.Input, S.Failure == Never {
      if let output {
        subscriber.receive(
          subscription: SingleValueSubscription(subscriber, value: output, name: "Optional"))
      } else {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }
    }
  }

  /// A publisher of the value of this optional, if it has one.
  @inlinable public var publisher: Publisher {
    Publisher(self)
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

extension Optional.Publisher {
  /// Publishes the transformed value.
  @inlinable public func map<T>(_ transform: (Wrapped) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// Publishes the transformed value, if there is one.
  @inlinable public func compactMap<T>(_ transform: (Wrapped) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// Publishes the result of the closure for an initial result and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T)
    -> Optional<T>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Publishes the value if it matches the closure.
  @inlinable public func filter(_ isIncluded: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Publishes the value: one is no duplicate.
  @inlinable public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool)
    -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Publishes the value, or the given one if there is none.
  @inlinable public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> {
    Just(self.output ?? output)
  }

  /// Publishes the value, as there is no error.
  @inlinable public func replaceError(with output: Wrapped) -> Optional<Wrapped>.Publisher {
    self
  }

  /// Publishes the value, as there is nothing to retry.
  @inlinable public func retry(_ times: Int) -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher {
  /// Publishes the value in an array, which is empty if there is none.
  @inlinable public func collect() -> Optional<[Wrapped]>.Publisher {
    Optional<[Wrapped]>.Publisher(output.map { [$0] } ?? [])
  }

  /// Publishes one, if there is a value.
  @inlinable public func count() -> Optional<Int>.Publisher {
    map { _ in 1 }
  }

  /// Publishes the value, which is the least there is.
  @inlinable public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool)
    -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Publishes the value, which is the greatest there is.
  @inlinable public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool)
    -> Optional<Wrapped>.Publisher
  {
    self
  }

  /// Finishes without the value.
  @inlinable public func ignoreOutput() -> Empty<Wrapped, Never> {
    Empty()
  }

  /// Publishes the result of the closure for an initial result and the value.
  @inlinable public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T)
    -> Optional<T>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Publishes whether the value passes the predicate.
  @inlinable public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    map(predicate)
  }

  /// Publishes whether the value passes the predicate.
  @inlinable public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    map(predicate)
  }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Publishes whether the value is equal to the given one.
  @inlinable public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
    map { $0 == output }
  }

  /// Publishes the value: one is no duplicate.
  @inlinable public func removeDuplicates() -> Optional<Wrapped>.Publisher {
    self
  }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Publishes the value, which is the least there is.
  @inlinable public func min() -> Optional<Wrapped>.Publisher {
    self
  }

  /// Publishes the value, which is the greatest there is.
  @inlinable public func max() -> Optional<Wrapped>.Publisher {
    self
  }
}

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
