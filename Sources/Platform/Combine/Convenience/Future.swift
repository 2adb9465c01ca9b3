// SPDX-License-Identifier: Apache-2.0

/// A publisher that eventually produces a single value and then finishes or fails.
///
/// The closure that makes the value runs once, when the future is made. Its result is kept for all subscribers, however
/// late they come.
public final class Future<Output, Failure: Error>: Publisher {
  /// A type that represents a closure to invoke in the future, when an element or error is available.
  ///
  /// It may be called from any thread; only the first call counts.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  @usableFromInline let state = FutureState<Output, Failure>()

  /// Makes a publisher that invokes a promise closure when the publisher emits an element.
  ///
  /// - Parameter attemptToFulfill: Called at once, with the promise to keep.
  @inlinable public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { [state] result in state.fulfill(result) }
  }

  /// Sends the value when it is there and the subscriber has asked for it; fails as soon as there is a failure.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    if case .success(let value) = state.currentResult {
      return subscriber.receive(
        subscription: SingleValueSubscription(subscriber, value: value, name: "Future"))
    }
    let subscription = FutureSubscription(subscriber, state)
    subscriber.receive(subscription: subscription)
    state.add(subscription)
  }
}
