// SPDX-License-Identifier: Apache-2.0

/// A publisher that exposes its elements as a throwing asynchronous sequence.
///
/// Every value that is awaited is asked for, one at a time; a source that does not wait for that loses what it sends
/// meanwhile, unless there is a `buffer` before. Leaving the loop, releasing the iterator and cancelling the task all
/// cancel the subscription.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  /// The values of the publisher.
  public typealias Element = P.Output

  /// The sequence fails as the publisher does.
  public typealias Failure = any Error

  private let publisher: P

  /// Makes a sequence of the values of `publisher`.
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator {
    let values = AsyncValues<P.Output, P.Failure>()
    publisher.subscribe(values)
    return Iterator(subscription: CancelledOnRelease(values))
  }

  /// The iterator over the values of a publisher.
  public struct Iterator: AsyncIteratorProtocol {
    /// The values of the publisher.
    public typealias Element = P.Output

    fileprivate let subscription: CancelledOnRelease<P.Output, P.Failure>

    /// Asks for a value and waits for it.
    ///
    /// - Returns: The value; `nil` when the publisher has finished or the task is cancelled.
    /// - Throws: The failure of the publisher, once.
    public mutating func next() async throws -> P.Output? {
      try await next(isolation: nil)
    }

    /// Asks for a value and waits for it, on the actor given.
    ///
    /// - Returns: The value; `nil` when the publisher has finished or the task is cancelled.
    /// - Throws: The failure of the publisher, once.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output? {
      try await subscription.values.next(isolation: actor)?.get()
    }
  }
}

extension Publisher {
  /// The values of the publisher as an asynchronous sequence that throws what the publisher fails with.
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}
