/// The machine behind `combineLatest`.
///
/// Every upstream is asked for what the subscriber asks for. A combination for which there is no demand is dropped; the
/// latest values stay.
struct CombineLatestMachine<Output, Failure: Error>: JoiningMachine {
  private var feeds: Feeds
  private var outbox = Outbox<Output, Failure>()
  private let combine: () -> Output?

  /// - Parameter combine: Makes a value of the latest values; `nil` while there is not one of each upstream.
  init(upstreams count: Int, combine: @escaping () -> Output?) {
    feeds = Feeds(count: count)
    self.combine = combine
  }

  var subscriptions: [any Subscription] { feeds.subscriptions }

  mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool {
    feeds.attach(subscription, at: index)
  }

  func accepts(from index: Int) -> Bool {
    feeds.isAttached(index) && !outbox.isClosed
  }

  mutating func receivedValue(at index: Int) {
    guard outbox.unmet > 0, let combination = combine() else { return }
    outbox.append(combination)
  }

  mutating func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) -> (any Subscription)? {
    let subscription = feeds.end(index)
    if case .failure = completion {
      outbox.close(completion)
    } else if feeds.haveAllEnded {
      outbox.close(.finished)
    }
    return subscription
  }

  mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
    feeds.ask(for: demand)
  }

  mutating func next() -> OperatorEffect<Output, Failure>? {
    if let value = outbox.popValue() { return .deliver(value) }
    if let completion = outbox.completionDue() { return .complete(completion) }
    return feeds.nextRequest().map { .request($0, $1) }
  }
}

/// The latest value of one upstream, guarded by the lock of the operator.
final class LatestCell<Value> {
  private(set) var value: Value?

  /// Takes the new value and gives the one before it.
  func exchange(_ new: inout Value?) {
    swap(&value, &new)
  }
}
