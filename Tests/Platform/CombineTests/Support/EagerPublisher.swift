// SPDX-License-Identifier: Apache-2.0

import Combine

/// A publisher that sends from within each request what that asks for, also where a value is on its way.
struct EagerPublisher<Output, Failure: Error>: Publisher {
  private let values: [Output]

  init(_ values: [Output]) {
    self.values = values
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: EagerSubscription(AnySubscriber(subscriber), values))
  }
}

private final class EagerSubscription<Output, Failure: Error>: Subscription {
  private var subscriber: AnySubscriber<Output, Failure>?
  private var left: ArraySlice<Output>

  init(_ subscriber: AnySubscriber<Output, Failure>, _ values: [Output]) {
    self.subscriber = subscriber
    left = values[...]
  }

  func request(_ demand: Subscribers.Demand) {
    var demand = demand
    while demand > .none, let subscriber, let value = left.popFirst() {
      demand -= 1
      demand += subscriber.receive(value)
    }
    if left.isEmpty { subscriber.take()?.receive(completion: .finished) }
  }

  func cancel() {
    subscriber = nil
  }
}
