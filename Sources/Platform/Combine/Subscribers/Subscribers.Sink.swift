// SPDX-License-Identifier: Apache-2.0

extension Subscribers {
  /// A simple subscriber that requests an unlimited number of values upon subscription.
  ///
  /// Its closures are let go when the publisher completes and when it is cancelled.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    /// The closure to execute on receipt of a value; one that does nothing after the end.
    public var receiveValue: (Input) -> Void { lock.withLock { handlers?.value } ?? { _ in } }

    /// The closure to execute on completion; one that does nothing after the end.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void {
      lock.withLock { handlers?.completion } ?? { _ in }
    }

    @usableFromInline let lock = Lock()
    @usableFromInline var handlers: SinkHandlers<Input, Failure>?
    @usableFromInline let subscription = OperatorSubscription("Sink")

    /// Makes a sink of two closures.
    @inlinable public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
    ) {
      handlers = SinkHandlers(value: receiveValue, completion: receiveCompletion)
    }

    /// Takes the first subscription and asks it for all values; cancels any other.
    @inlinable public func receive(subscription upstream: any Subscription) {
      if subscription.attach(upstream) { upstream.request(.unlimited) }
    }

    /// Calls the closure for values.
    ///
    /// - Returns: None, as all values have been asked for.
    @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
      if !subscription.isOver { lock.withLock { handlers }?.value(value) }
      return .none
    }

    /// Calls the closure for the completion.
    public func receive(completion: Subscribers.Completion<Failure>) {
      guard subscription.end() else { return }
      lock.withLock { handlers.take() }?.completion(completion)
    }

    /// Cancels the subscription, and lets go of the closures, none of which is called any more.
    @inlinable public func cancel() {
      subscription.cancel()
      _ = lock.withLock { handlers.take() }
    }
  }
}

/// The closures of a sink, in one place, so that to take them costs no more than a reference.
@usableFromInline final class SinkHandlers<Input, Failure: Error> {
  @usableFromInline let value: (Input) -> Void
  @usableFromInline let completion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.value = value
    self.completion = completion
  }
}

extension Subscribers.Sink: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// The name of the type.
  public var description: String { "Sink" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The name of the type.
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Attaches a subscriber with closure-based behavior.
  ///
  /// The subscriber asks for all values at once.
  ///
  /// - Returns: A cancellable that ends the reception of values. Keep it: releasing it cancels.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = ClosingSink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink.subscription)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber with closure-based behavior to a publisher that never fails.
  ///
  /// The subscriber asks for all values at once.
  ///
  /// - Returns: A cancellable that ends the reception of values. Keep it: releasing it cancels.
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

/// The subscriber behind ``Publisher/sink(receiveCompletion:receiveValue:)``.
///
/// Nobody has it but its publisher, which lets it go with its closures. So it needs no lock, as a ``Subscribers/Sink``
/// does.
@usableFromInline final class ClosingSink<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  @usableFromInline let description = "Sink"
  @usableFromInline var valueHandler: (Input) -> Void
  @usableFromInline var completionHandler: (Subscribers.Completion<Failure>) -> Void

  /// The subscription, which cancels the sink without keeping it alive.
  @usableFromInline let subscription = OperatorSubscription("Sink")

  @inlinable init(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
  ) {
    completionHandler = receiveCompletion
    valueHandler = receiveValue
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    if subscription.attach(upstream) { upstream.request(.unlimited) }
  }

  @inlinable func receive(_ value: Input) -> Subscribers.Demand {
    if !subscription.isOver { valueHandler(value) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard subscription.end() else { return }
    let complete = completionHandler
    valueHandler = { _ in }
    completionHandler = { _ in }
    complete(completion)
  }
}
