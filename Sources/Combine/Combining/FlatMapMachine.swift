/// The machine behind `flatMap`.
///
/// The upstream is asked for as many values as there may be inner publishers at once, and for one more when an inner
/// publisher completes. Inner publishers are asked as `merge` asks: without limit where the subscriber does so,
/// otherwise for one value at a time while there is demand.
struct FlatMapMachine<Output, Failure: Error>: OperatorMachine {
  typealias InnerID = UInt64

  private struct Inner {
    var upstream = Connection.awaited
    var isUnlimited = false
  }

  private var outer = Connection.awaited
  private var outerOwed: Subscribers.Demand
  private let isLimited: Bool
  private var inners: [InnerID: Inner] = [:]
  private var lastInner: InnerID = 0
  private var outbox = Outbox<(value: Output, inner: InnerID), Failure>()

  /// The inner publishers of which no value is awaited or waiting.
  private var idle = FIFO<InnerID>()

  init(maxPublishers: Subscribers.Demand) {
    outerOwed = maxPublishers
    isLimited = maxPublishers != .unlimited
  }

  var subscriptions: [any Subscription] {
    [outer.subscription].compactMap { $0 } + inners.values.compactMap(\.upstream.subscription)
  }

  mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  mutating func next() -> OperatorEffect<Output, Failure>? {
    if let (value, id) = outbox.popValue() {
      if inners[id]?.isUnlimited == false { idle.append(id) }
      return .deliver(value)
    }
    if let completion = outbox.completionDue() { return .complete(completion) }
    if outerOwed > .none, let outer = outer.subscription {
      defer { outerOwed = .none }
      return .request(outer, outerOwed)
    }
    return nextInnerRequest()
  }

  private mutating func nextInnerRequest() -> OperatorEffect<Output, Failure>? {
    while outbox.demand > 0, let id = idle.popFirst() {
      guard let subscription = inners[id]?.upstream.subscription else { continue }
      guard outbox.demand == .unlimited else { return .request(subscription, .max(1)) }
      inners[id]?.isUnlimited = true
      return .request(subscription, .unlimited)
    }
    return nil
  }

  private mutating func closeIfAllEnded() {
    if outer.isEnded, inners.isEmpty { outbox.close(.finished) }
  }
}

// MARK: - The upstream

extension FlatMapMachine {
  mutating func attachOuter(_ subscription: any Subscription) -> Bool {
    outer.attach(subscription)
  }

  /// The upstream has sent a value: there is to be one more inner publisher.
  mutating func addInner() -> InnerID? {
    guard outer.isAttached, !outbox.isClosed else { return nil }
    lastInner += 1
    inners[lastInner] = Inner()
    return lastInner
  }

  mutating func completeOuter(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    let subscription = outer.end()
    if case .failure = completion { outbox.close(completion) }
    closeIfAllEnded()
    return subscription
  }
}

// MARK: - The inner publishers

extension FlatMapMachine {
  mutating func attach(_ subscription: any Subscription, to id: InnerID) -> Bool {
    guard inners[id]?.upstream.attach(subscription) == true else { return false }
    idle.append(id)
    return true
  }

  mutating func receive(_ value: Output, from id: InnerID) {
    guard inners[id]?.upstream.isAttached == true else { return }
    outbox.append((value, id))
  }

  mutating func complete(_ completion: Subscribers.Completion<Failure>, of id: InnerID) -> (any Subscription)? {
    guard var inner = inners.removeValue(forKey: id) else { return nil }
    if case .failure = completion { outbox.close(completion) }
    if isLimited { outerOwed += 1 }
    closeIfAllEnded()
    return inner.upstream.end()
  }
}
