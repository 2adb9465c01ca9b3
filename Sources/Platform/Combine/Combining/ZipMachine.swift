// SPDX-License-Identifier: Apache-2.0

/// The machine behind `zip`.
///
/// Every upstream is asked for what the subscriber asks for, since every value to the subscriber takes one of each.
@usableFromInline struct ZipMachine<Output, Failure: Error>: JoiningMachine {
  @usableFromInline var feeds: Feeds
  @usableFromInline var counts: [Int]
  @usableFromInline var outbox = Outbox<Output, Failure>()
  @usableFromInline let takeTuple: () -> Output?

  /// - Parameter takeTuple: Takes one value out of each cell and makes a value of them; `nil` where one is empty.
  @inlinable init(upstreams count: Int, takeTuple: @escaping () -> Output?) {
    feeds = Feeds(count: count)
    counts = Array(repeating: 0, count: count)
    self.takeTuple = takeTuple
  }

  @inlinable var subscriptions: [any Subscription] { feeds.subscriptions }

  @inlinable mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool {
    feeds.attach(subscription, at: index)
  }

  @inlinable func accepts(from index: Int) -> Bool {
    feeds.isAttached(index) && !outbox.isClosed
  }

  @inlinable mutating func receivedValue(at index: Int) {
    counts[index] += 1
    guard counts.allSatisfy({ $0 > 0 }), let tuple = takeTuple() else { return }
    outbox.append(tuple)
    for index in counts.indices { counts[index] -= 1 }
    closeIfExhausted()
  }

  @inlinable mutating func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) -> (any Subscription)?
  {
    let subscription = feeds.end(index)
    if case .failure = completion {
      outbox.close(completion)
    } else {
      closeIfExhausted()
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

  /// No tuple can follow once an upstream has ended and all of its values are used.
  @inlinable mutating func closeIfExhausted() {
    if counts.indices.contains(where: { counts[$0] == 0 && feeds.isEnded($0) }) { outbox.close(.finished) }
  }
}

/// The values of one upstream that wait for those of the others, guarded by the lock of the operator.
@usableFromInline final class WaitingCell<Value> {
  @usableFromInline @exclusivity(unchecked) var values = FIFO<Value>()  // guarded by the lock

  @inlinable init() {}

  @inlinable func append(_ new: inout Value?) {
    if let value = new.take() { values.append(value) }
  }

  @inlinable func popFirst() -> Value? {
    values.popFirst()
  }
}
