/// The machine behind `switchToLatest`.
///
/// The upstream is asked without limit; the latest inner publisher is asked for what the subscriber has asked for and
/// not been given, by it or by those before it.
struct SwitchMachine<Output, Failure: Error>: OperatorMachine {
  typealias InnerID = UInt64

  private var outer = Connection.awaited
  private var outerOwed = Subscribers.Demand.unlimited
  private var inner = Connection.ended
  private var innerOwed = Subscribers.Demand.none
  private var innerID: InnerID = 0
  private var outbox = Outbox<Output, Failure>()

  var subscriptions: [any Subscription] { [outer, inner].compactMap(\.subscription) }

  mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
    if inner.isAttached { innerOwed += demand }
  }

  mutating func next() -> OperatorEffect<Output, Failure>? {
    if let value = outbox.popValue() { return .deliver(value) }
    if let completion = outbox.completionDue() { return .complete(completion) }
    if outerOwed > .none, let outer = outer.subscription {
      outerOwed = .none
      return .request(outer, .unlimited)
    }
    if innerOwed > .none, let inner = inner.subscription {
      defer { innerOwed = .none }
      return .request(inner, innerOwed)
    }
    return nil
  }

  private mutating func closeIfAllEnded() {
    if outer.isEnded, inner.isEnded { outbox.close(.finished) }
  }
}

// MARK: - The upstream

extension SwitchMachine {
  mutating func attachOuter(_ subscription: any Subscription) -> Bool {
    outer.attach(subscription)
  }

  /// The upstream has sent a publisher: that is the inner one from now on.
  ///
  /// - Returns: The number of the new one, and the subscription to the one before it, to be cancelled.
  mutating func switchInner() -> (id: InnerID, previous: (any Subscription)?)? {
    guard outer.isAttached, !outbox.isClosed else { return nil }
    let previous = inner.end()
    innerID += 1
    inner = .awaited
    innerOwed = .none
    return (innerID, previous)
  }

  mutating func completeOuter(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    let subscription = outer.end()
    if case .failure = completion { outbox.close(completion) }
    closeIfAllEnded()
    return subscription
  }
}

// MARK: - The inner publishers

extension SwitchMachine {
  mutating func attach(_ subscription: any Subscription, to id: InnerID) -> Bool {
    guard id == innerID, inner.attach(subscription) else { return false }
    innerOwed = outbox.unmet
    return true
  }

  mutating func receive(_ value: Output, from id: InnerID) {
    guard id == innerID, inner.isAttached else { return }
    outbox.append(value)
  }

  mutating func complete(_ completion: Subscribers.Completion<Failure>, of id: InnerID) -> (any Subscription)? {
    guard id == innerID else { return nil }
    let subscription = inner.end()
    if case .failure = completion { outbox.close(completion) }
    closeIfAllEnded()
    return subscription
  }
}
