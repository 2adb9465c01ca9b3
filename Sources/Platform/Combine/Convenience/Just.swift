// SPDX-License-Identifier: Apache-2.0

/// A publisher that emits an output to each subscriber just once, and then finishes.
///
/// Operators on it are carried out at once where they can be, and give a ``Just`` or a publisher of an optional or
/// a result in turn.
public struct Just<Output>: Publisher {
  /// This publisher does not fail.
  public typealias Failure = Never

  /// The one element that the publisher emits.
  public let output: Output

  /// Makes a publisher that emits the specified output just once.
  @inlinable public init(_ output: Output) {
    self.output = output
  }

  /// Sends the element when the subscriber asks for it.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, S.Failure == Never {
    subscriber.receive(
      subscription: SingleValueSubscription(subscriber, value: output, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

extension Just {
  /// Publishes the transformed element.
  @inlinable public func map<T>(_ transform: (Output) -> T) -> Just<T> {
    Just<T>(transform(output))
  }

  /// Publishes the transformed element, or the error the closure throws.
  @inlinable public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  /// Publishes the transformed element, if there is one.
  @inlinable public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  /// Publishes the result of the closure for an initial result and the element.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    Result.Publisher(nextPartialResult(initialResult, output))
  }

  /// Publishes the result of the closure for an initial result and the element, or the error it throws.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try nextPartialResult(initialResult, output) }.publisher
  }

  /// Publishes the element, and declares another type of failure.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result.Publisher(output)
  }

  /// Publishes the element, and declares another type of failure.
  @inlinable public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result.Publisher(output)
  }

  /// Publishes the element if it matches the closure.
  @inlinable public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(isIncluded(output) ? output : nil)
  }

  /// Publishes the element: one is no duplicate.
  @inlinable public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Publishes the element, or the error that comparing it to itself throws.
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }

  /// Publishes the element, as there is one.
  @inlinable public func replaceEmpty(with output: Output) -> Just<Output> {
    self
  }

  /// Publishes the element, as there is no error.
  @inlinable public func replaceError(with output: Output) -> Just<Output> {
    self
  }

  /// Publishes the element, as there is nothing to retry.
  @inlinable public func retry(_ times: Int) -> Just<Output> {
    self
  }
}

extension Just {
  /// Publishes the element in an array.
  @inlinable public func collect() -> Just<[Output]> {
    Just<[Output]>([output])
  }

  /// Publishes one.
  @inlinable public func count() -> Just<Int> {
    Just<Int>(1)
  }

  /// Publishes the element, which is the least there is.
  @inlinable public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Publishes the element, which is the greatest there is.
  @inlinable public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> {
    self
  }

  /// Finishes without the element.
  @inlinable public func ignoreOutput() -> Empty<Output, Never> {
    Empty()
  }

  /// Publishes the result of the closure for an initial result and the element.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    Result.Publisher(nextPartialResult(initialResult, output))
  }

  /// Publishes the result of the closure for an initial result and the element, or the error it throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try nextPartialResult(initialResult, output) }.publisher
  }

  /// Publishes whether the element passes the predicate.
  @inlinable public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Publishes whether the element passes the predicate, or the error that throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }

  /// Publishes whether the element passes the predicate.
  @inlinable public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Publishes whether the element passes the predicate, or the error that throws.
  @inlinable public func tryContains(where predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }
}

extension Just where Output: Equatable {
  /// Publishes whether the element is equal to the given one.
  @inlinable public func contains(_ output: Output) -> Just<Bool> {
    Just<Bool>(self.output == output)
  }

  /// Publishes the element: one is no duplicate.
  @inlinable public func removeDuplicates() -> Just<Output> {
    self
  }
}

extension Just where Output: Comparable {
  /// Publishes the element, which is the least there is.
  @inlinable public func min() -> Just<Output> {
    self
  }

  /// Publishes the element, which is the greatest there is.
  @inlinable public func max() -> Just<Output> {
    self
  }
}

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
