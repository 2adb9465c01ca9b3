// SPDX-License-Identifier: Apache-2.0

extension Result {
  /// A publisher that publishes an output and finishes, or fails without producing any elements.
  ///
  /// It fails at once, and waits with the output until it is asked for.
  public struct Publisher: Combine.Publisher {
    /// The kind of value published by this publisher.
    public typealias Output = Success

    /// The result to deliver to each subscriber.
    public let result: Result

    /// Makes a publisher that delivers the specified result.
    @inlinable public init(_ result: Result) {
      self.result = result
    }

    /// Makes a publisher that sends the specified output and finishes.
    @inlinable public init(_ output: Success) {
      self.init(.success(output))
    }

    /// Makes a publisher that fails with the specified error.
    @inlinable public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    /// Sends the output when the subscriber asks for it, or fails.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Success == S.Input, Failure == S.Failure {
      switch result {
      case .success(let output):
        subscriber.receive(
          subscription: SingleValueSubscription(subscriber, value: output, name: "Once"))
      case .failure(let error):
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
      }
    }
  }

  /// A publisher of this result.
  @inlinable public var publisher: Publisher {
    Publisher(self)
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

extension Result.Publisher {
  /// Publishes the transformed value.
  @inlinable public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>.Publisher {
    result.map(transform).publisher
  }

  /// Publishes the transformed value, or the error the closure throws.
  @inlinable public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
    Result<T, any Error> { try transform(result.get()) }.publisher
  }

  /// Publishes the result of the closure for an initial result and the value.
  @inlinable public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Success) -> T)
    -> Result<T, Failure>.Publisher
  {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Publishes the result of the closure for an initial result and the value, or the error it throws.
  @inlinable public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Publishes the value, or the transformed error.
  @inlinable public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
    result.mapError(transform).publisher
  }

  /// Publishes the value: one is no duplicate.
  @inlinable public func removeDuplicates(by predicate: (Success, Success) -> Bool)
    -> Result<Success, Failure>.Publisher
  {
    self
  }

  /// Publishes the value, or the error that comparing it to itself throws.
  @inlinable public func tryRemoveDuplicates(
    by predicate: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryMap {
      _ = try predicate($0, $0)
      return $0
    }
  }

  /// Publishes the value, or the given one if there is an error.
  @inlinable public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
    Result<Success, Never>.Publisher((try? result.get()) ?? output)
  }

  /// Publishes the value, as there is one or an error.
  @inlinable public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher {
    self
  }

  /// Publishes the result, which another attempt would not change.
  @inlinable public func retry(_ times: Int) -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher {
  /// Publishes the value in an array.
  @inlinable public func collect() -> Result<[Success], Failure>.Publisher {
    map { [$0] }
  }

  /// Publishes one, if there is a value.
  @inlinable public func count() -> Result<Int, Failure>.Publisher {
    map { _ in 1 }
  }

  /// Publishes the value, which is the least there is.
  @inlinable public func min(by areInIncreasingOrder: (Success, Success) -> Bool)
    -> Result<Success, Failure>.Publisher
  {
    self
  }

  /// Publishes the value, or the error that comparing it to itself throws.
  @inlinable public func tryMin(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }

  /// Publishes the value, which is the greatest there is.
  @inlinable public func max(by areInIncreasingOrder: (Success, Success) -> Bool)
    -> Result<Success, Failure>.Publisher
  {
    self
  }

  /// Publishes the value, or the error that comparing it to itself throws.
  @inlinable public func tryMax(
    by areInIncreasingOrder: (Success, Success) throws -> Bool
  ) -> Result<Success, any Error>.Publisher {
    tryRemoveDuplicates(by: areInIncreasingOrder)
  }

  /// Finishes without the value.
  @inlinable public func ignoreOutput() -> Empty<Success, Failure> {
    Empty()
  }

  /// Publishes the result of the closure for an initial result and the value.
  @inlinable public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Publishes the result of the closure for an initial result and the value, or the error it throws.
  @inlinable public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Success) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Publishes whether the value passes the predicate.
  @inlinable public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Publishes whether the value passes the predicate, or the error that throws.
  @inlinable public func tryAllSatisfy(_ predicate: (Success) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }

  /// Publishes whether the value passes the predicate.
  @inlinable public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Publishes whether the value passes the predicate, or the error that throws.
  @inlinable public func tryContains(where predicate: (Success) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    tryMap(predicate)
  }

  /// Publishes the value.
  @inlinable public func first() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Publishes the value.
  @inlinable public func last() -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher where Success: Equatable {
  /// Publishes whether the value is equal to the given one.
  @inlinable public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
    map { $0 == output }
  }

  /// Publishes the value: one is no duplicate.
  @inlinable public func removeDuplicates() -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher where Success: Comparable {
  /// Publishes the value, which is the least there is.
  @inlinable public func min() -> Result<Success, Failure>.Publisher {
    self
  }

  /// Publishes the value, which is the greatest there is.
  @inlinable public func max() -> Result<Success, Failure>.Publisher {
    self
  }
}

extension Result.Publisher where Failure == Never {
  /// Publishes the value, and declares another type of failure.
  @inlinable public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
    Result<Success, E>.Publisher(result.get())
  }
}
