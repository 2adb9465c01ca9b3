extension Subscribers {
  /// A simple subscriber that requests an unlimited number of values upon subscription.
  ///
  /// Its closures are let go when the publisher completes, and otherwise with the sink itself, which the publisher lets
  /// go when it is cancelled.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    /// The closure to execute on receipt of a value.
    public var receiveValue: (Input) -> Void { valueHandler }

    /// The closure to execute on completion.
    public var receiveCompletion: (Subscribers.Completion<Failure>) -> Void { completionHandler }

    @usableFromInline var valueHandler: (Input) -> Void
    @usableFromInline var completionHandler: (Subscribers.Completion<Failure>) -> Void

    /// What cancels the sink without keeping it.
    @usableFromInline let subscription = OperatorSubscription()

    /// Makes a sink of two closures.
    @inlinable public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
    ) {
      completionHandler = receiveCompletion
      valueHandler = receiveValue
    }

    /// Takes the first subscription and asks it for all values; cancels any other.
    @inlinable public func receive(subscription upstream: any Subscription) {
      if subscription.attach(upstream) { upstream.request(.unlimited) }
    }

    /// Calls the closure for values.
    ///
    /// - Returns: None, as all values have been asked for.
    @inlinable public func receive(_ value: Input) -> Subscribers.Demand {
      if !subscription.isOver { valueHandler(value) }
      return .none
    }

    /// Calls the closure for the completion.
    public func receive(completion: Subscribers.Completion<Failure>) {
      guard subscription.end() else { return }
      let complete = completionHandler
      valueHandler = { _ in }
      completionHandler = { _ in }
      complete(completion)
    }

    /// Cancels the subscription. No closure is called any more.
    @inlinable public func cancel() {
      subscription.cancel()
    }
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
  /// - Returns: What ends the assignment of received values. Keep it: releasing it cancels.
  @inlinable public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink.subscription)
  }
}

extension Publisher where Failure == Never {
  /// Attaches a subscriber with closure-based behavior to a publisher that never fails.
  ///
  /// The subscriber asks for all values at once.
  ///
  /// - Returns: What ends the assignment of received values. Keep it: releasing it cancels.
  @inlinable public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
