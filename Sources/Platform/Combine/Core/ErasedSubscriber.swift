// SPDX-License-Identifier: Apache-2.0

/// A subscriber as a publisher of a type that is not known sees it.
///
/// The publisher behind an ``AnyPublisher`` does not know the subscriber's type. The closures, made where it is known,
/// lead back to code that is specialised for it, and with it for the chain behind it.
@usableFromInline final class ErasedSubscriber<Input, Failure: Error>: Subscriber {
  @usableFromInline let combineIdentifier: CombineIdentifier
  @usableFromInline let takeSubscription: (any Subscription) -> Void
  @usableFromInline let takeValue: (Input) -> Subscribers.Demand
  @usableFromInline let takeCompletion: (Subscribers.Completion<Failure>) -> Void

  @inlinable init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {
    combineIdentifier = subscriber.combineIdentifier
    takeSubscription = { subscriber.receive(subscription: $0) }
    takeValue = { subscriber.receive($0) }
    takeCompletion = { subscriber.receive(completion: $0) }
  }

  @inlinable func receive(subscription: any Subscription) {
    takeSubscription(subscription)
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    takeValue(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    takeCompletion(completion)
  }
}
