// SPDX-License-Identifier: Apache-2.0

/// The machine behind `combineLatest`.
///
/// Every upstream is asked for what the subscriber asks for. A combination for which there is no demand is dropped; the
/// latest values stay.
@usableFromInline struct CombineLatestMachine<Output, Failure: Error>: JoiningMachine {
  @usableFromInline var feeds: Feeds
  @usableFromInline var outbox = Outbox<Output, Failure>()
  @usableFromInline let combine: () -> Output?

  /// - Parameter combine: Makes a value of the latest values; `nil` while there is not one of each upstream.
  @inlinable init(upstreams count: Int, combine: @escaping () -> Output?) {
    feeds = Feeds(count: count)
    self.combine = combine
  }

  @inlinable var subscriptions: [any Subscription] { feeds.subscriptions }

  @inlinable mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool {
    feeds.attach(subscription, at: index)
  }

  @inlinable func accepts(from index: Int) -> Bool {
    feeds.isAttached(index) && !outbox.isClosed
  }

  @inlinable mutating func receivedValue(at index: Int) {
    guard outbox.unmet > 0, let combination = combine() else { return }
    outbox.append(combination)
  }

  @inlinable mutating func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) -> (any Subscription)?
  {
    let subscription = feeds.end(index)
    if case .failure = completion {
      outbox.close(completion)
    } else if feeds.haveAllEnded {
      outbox.close(.finished)
    }
    return subscription
  }

  @inlinable mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
    feeds.ask(for: demand)
  }

  @inlinable mutating func nextDelivery() -> OperatorDelivery<Output, Failure>? {
    outbox.popDelivery()
  }

  @inlinable mutating func nextRequest(isAsking: Bool) -> OperatorRequest? {
    isAsking ? nil : feeds.nextRequest()
  }
}

/// The latest value of one upstream, guarded by the lock of the operator.
@usableFromInline final class LatestCell<Value> {
  @usableFromInline @exclusivity(unchecked) var value: Value?  // guarded by the lock

  @inlinable init() {}

  /// Takes the new value and gives the one before it.
  @inlinable func exchange(_ new: inout Value?) {
    swap(&value, &new)
  }
}
