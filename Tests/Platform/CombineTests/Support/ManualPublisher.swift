// SPDX-License-Identifier: Apache-2.0

import Combine
import Synchronization
import Testing

/// A publisher that sends what a test tells it to, and records what it is asked for.
///
/// It keeps the contract by itself: it refuses to send a value without demand, and anything after a completion or
/// after it has been cancelled. It lets its subscriber go then.
final class ManualPublisher<Output, Failure: Error>: Publisher {
  /// The subscriptions that have been made, the latest last.
  var subscriptions: [ManualSubscription<Output, Failure>] {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return made
  }

  private let mutex = Mutex(())
  private var made: [ManualSubscription<Output, Failure>] = []

  /// Called with each subscriber before it gets its subscription.
  var onSubscribe: () -> Void = {}

  /// The latest subscription.
  var subscription: ManualSubscription<Output, Failure>? { subscriptions.last }

  /// What has been asked for, in the latest subscription.
  var requests: [Subscribers.Demand] { subscription?.requests ?? [] }

  /// How much has been asked for in the latest subscription, through it and by what values have returned.
  var asked: Subscribers.Demand { subscription?.asked ?? .none }

  /// How many subscriptions have been made.
  var subscribers: Int { subscriptions.count }

  /// How often the latest subscription has been cancelled.
  var cancellations: Int { subscription?.cancelCount ?? 0 }

  /// Whether the latest subscription has been cancelled.
  var isCancelled: Bool { subscription?.isCancelled ?? false }

  func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    onSubscribe()
    let subscription = ManualSubscription(AnySubscriber(subscriber))
    mutex._unsafeLock()
    made.append(subscription)
    mutex._unsafeUnlock()
    subscriber.receive(subscription: subscription)
  }

  /// Sends values, as far as there is demand for them.
  ///
  /// - Returns: Whether all of them could be sent.
  @discardableResult
  func send(_ values: Output...) -> Bool {
    values.allSatisfy { subscription?.send($0) ?? false }
  }

  /// Completes, unless that is past.
  func send(completion: Subscribers.Completion<Failure>) {
    subscription?.send(completion: completion)
  }

  /// Finishes, unless that is past.
  func finish() {
    send(completion: .finished)
  }
}

/// One subscription to a ``ManualPublisher``.
final class ManualSubscription<Output, Failure: Error>: Subscription, @unchecked Sendable {  // behind the mutex
  private struct State {
    var subscriber: AnySubscriber<Output, Failure>?
    var requests: [Subscribers.Demand] = []
    var demand = Subscribers.Demand.none
    var asked = Subscribers.Demand.none
    var cancelCount = 0
  }

  private let mutex = Mutex(())
  private var state: State

  init(_ subscriber: AnySubscriber<Output, Failure>) {
    state = State(subscriber: subscriber)
  }

  /// What has been asked for through the subscription, one by one.
  var requests: [Subscribers.Demand] { withState { $0.requests } }

  /// What may still be sent: asked for through the subscription and from values, less what has been sent.
  var demand: Subscribers.Demand { withState { $0.demand } }

  /// What has been asked for in all, through the subscription and by what values have returned.
  var asked: Subscribers.Demand { withState { $0.asked } }

  /// Whether it has been cancelled.
  var isCancelled: Bool { cancelCount > 0 }

  /// How often it has been cancelled.
  var cancelCount: Int { withState { $0.cancelCount } }

  func request(_ demand: Subscribers.Demand) {
    withState { state in
      state.requests.append(demand)
      state.demand += demand
      state.asked += demand
    }
  }

  func cancel() {
    let released = withState { state in
      state.cancelCount += 1
      return state.subscriber.take()
    }
    _ = released
  }

  func send(_ value: Output) -> Bool {
    let subscriber: AnySubscriber<Output, Failure>? = withState { state in
      guard state.demand > .none else { return nil }
      state.demand -= 1
      return state.subscriber
    }
    guard let subscriber else { return false }
    let demand = subscriber.receive(value)
    withState { state in
      state.demand += demand
      state.asked += demand
    }
    return true
  }

  func send(completion: Subscribers.Completion<Failure>) {
    withState { $0.subscriber.take() }?.receive(completion: completion)
  }

  private func withState<R>(_ body: (inout State) -> R) -> R {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return body(&state)
  }
}
