// SPDX-License-Identifier: Apache-2.0

extension Publishers.Sequence {
  /// Publishes the transformed elements, all transformed at once.
  @inlinable public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence(sequence: sequence.map(transform))
  }

  /// Publishes those transformed elements that are there, all transformed at once.
  @inlinable public func compactMap<T>(_ transform: (Elements.Element) -> T?)
    -> Publishers.Sequence<[T], Failure>
  {
    Publishers.Sequence(sequence: sequence.compactMap(transform))
  }

  /// Publishes the elements, with a value in place of those that are `nil`.
  @inlinable public func replaceNil<T>(with output: T) -> Publishers.Sequence<[Elements.Element], Failure>
  where Elements.Element == T? {
    map { $0 ?? output }
  }

  /// Publishes the results of the closure, all made at once.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T)
    -> Publishers.Sequence<[T], Failure>
  {
    var result = initialResult
    return map {
      result = nextPartialResult(result, $0)
      return result
    }
  }

  /// Publishes the elements, and declares another type of failure.
  @inlinable public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
    Publishers.Sequence<Elements, E>(sequence: sequence)
  }

  /// Publishes the elements that match the closure, all looked at at once.
  @inlinable public func filter(_ isIncluded: (Elements.Element) -> Bool)
    -> Publishers.Sequence<[Elements.Element], Failure>
  {
    Publishers.Sequence(sequence: sequence.filter(isIncluded))
  }
}

extension Publishers.Sequence {
  /// Publishes the elements in one array.
  @inlinable public func collect() -> Result<[Elements.Element], Failure>.Publisher {
    Result.Publisher(Array(sequence))
  }

  /// Finishes without the elements.
  @inlinable public func ignoreOutput() -> Empty<Elements.Element, Failure> {
    Empty()
  }

  /// Publishes the result of the closure for all elements.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) -> T
  ) -> Result<T, Failure>.Publisher {
    Result.Publisher(sequence.reduce(initialResult, nextPartialResult))
  }

  /// Publishes the result of the closure for all elements, or the error it throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }

  /// Publishes whether all elements pass the predicate.
  @inlinable public func allSatisfy(_ predicate: (Elements.Element) -> Bool) -> Result<Bool, Failure>.Publisher {
    Result.Publisher(sequence.allSatisfy(predicate))
  }

  /// Publishes whether all elements pass the predicate, or the error that throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Elements.Element) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result { try sequence.allSatisfy(predicate) }.publisher
  }

  /// Publishes whether an element passes the predicate.
  @inlinable public func contains(where predicate: (Elements.Element) -> Bool)
    -> Result<Bool, Failure>.Publisher
  {
    Result.Publisher(sequence.contains(where: predicate))
  }

  /// Publishes whether an element passes the predicate, or the error that throws.
  @inlinable public func tryContains(
    where predicate: (Elements.Element) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    Result { try sequence.contains(where: predicate) }.publisher
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Publishes the elements without those like the one before, all compared at once.
  @inlinable public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    var last: Elements.Element?
    return filter { element in
      defer { last = element }
      return last != element
    }
  }

  /// Publishes whether an element is equal to the given one.
  @inlinable public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    Result.Publisher(sequence.contains(output))
  }
}

extension Publishers.Sequence where Failure == Never {
  /// Publishes the least element in the order of a closure, if there is any.
  @inlinable public func min(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.min(by: areInIncreasingOrder))
  }

  /// Publishes the greatest element in the order of a closure, if there is any.
  @inlinable public func max(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.max(by: areInIncreasingOrder))
  }

  /// Publishes the first element that passes the predicate, if there is any.
  @inlinable public func first(where predicate: (Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    Optional<Elements.Element>.Publisher(sequence.first(where: predicate))
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// Publishes the least element, if there is any.
  @inlinable public func min() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.min())
  }

  /// Publishes the greatest element, if there is any.
  @inlinable public func max() -> Optional<Elements.Element>.Publisher {
    Optional<Elements.Element>.Publisher(sequence.max())
  }
}
