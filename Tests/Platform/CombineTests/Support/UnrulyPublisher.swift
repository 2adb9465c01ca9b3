// SPDX-License-Identifier: Apache-2.0

import Combine

/// A publisher that sends whatever a test sends: without demand, after its completion, after it has been cancelled.
final class UnrulyPublisher<Output, Failure: Error>: Publisher {
  private var subscriber: AnySubscriber<Output, Failure>?
  private(set) var subscription = ManualSubscription<Output, Failure>(AnySubscriber())

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    self.subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: subscription)
  }

  func send(_ value: Output) {
    _ = subscriber?.receive(value)
  }

  func send(completion: Subscribers.Completion<Failure>) {
    subscriber?.receive(completion: completion)
  }

  /// Sends another subscription, which nobody may take.
  func sendSubscription() -> ManualSubscription<Output, Failure> {
    let another = ManualSubscription<Output, Failure>(AnySubscriber())
    subscriber?.receive(subscription: another)
    return another
  }
}
