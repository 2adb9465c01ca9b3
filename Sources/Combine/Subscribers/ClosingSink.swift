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
