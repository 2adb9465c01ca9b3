// SPDX-License-Identifier: Apache-2.0

/// A publisher that exposes its elements as an asynchronous sequence.
///
/// Every value that is awaited is asked for, one at a time; a source that does not wait for that loses what it sends
/// meanwhile, unless there is a `buffer` before. Leaving the loop, releasing the iterator and cancelling the task all
/// cancel the subscription.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  /// The values of the publisher.
  public typealias Element = P.Output

  /// The sequence cannot fail.
  public typealias Failure = Never

  private let publisher: P

  /// Makes a sequence of the values of `publisher`.
  public init(_ publisher: P) {
    self.publisher = publisher
  }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator {
    let values = AsyncValues<P.Output, Never>()
    publisher.subscribe(values)
    return Iterator(subscription: CancelledOnRelease(values))
  }

  /// The iterator over the values of a publisher.
  public struct Iterator: AsyncIteratorProtocol {
    /// The values of the publisher.
    public typealias Element = P.Output

    fileprivate let subscription: CancelledOnRelease<P.Output, Never>

    /// Asks for a value and waits for it.
    ///
    /// - Returns: The value; `nil` when the publisher has finished or the task is cancelled.
    public mutating func next() async -> P.Output? {
      await next(isolation: nil)
    }

    /// Asks for a value and waits for it, on the actor given.
    ///
    /// - Returns: The value; `nil` when the publisher has finished or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      await subscription.values.next(isolation: actor)?.get()
    }
  }
}

extension Publisher where Failure == Never {
  /// The values of the publisher as an asynchronous sequence.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
