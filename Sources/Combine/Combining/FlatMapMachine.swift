/// The machine behind `flatMap`.
///
/// The upstream is asked for as many values as there may be inner publishers at once, and for one more when an inner
/// publisher completes. Inner publishers are asked as `merge` asks: without limit where the subscriber does so,
/// otherwise for one value at a time while there is demand.
@usableFromInline struct FlatMapMachine<Output, Failure: Error>: OperatorMachine {
  @usableFromInline typealias InnerID = UInt64

  @usableFromInline struct Inner {
    @usableFromInline var upstream = Connection.awaited
    @usableFromInline var isUnlimited = false

    @inlinable init() {}
  }

  @usableFromInline var outer = Connection.awaited
  @usableFromInline var outerOwed: Subscribers.Demand
  @usableFromInline let isLimited: Bool
  @usableFromInline var inners: [InnerID: Inner] = [:]
  @usableFromInline var lastInner: InnerID = 0
  @usableFromInline var outbox = Outbox<(value: Output, inner: InnerID), Failure>()

  /// The inner publishers of which no value is awaited or waiting.
  @usableFromInline var idle = FIFO<InnerID>()

  @inlinable init(maxPublishers: Subscribers.Demand) {
    outerOwed = maxPublishers
    isLimited = maxPublishers != .unlimited
  }

  @inlinable var subscriptions: [any Subscription] {
    [outer.subscription].compactMap { $0 } + inners.values.compactMap(\.upstream.subscription)
  }

  @inlinable mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  @inlinable mutating func next() -> OperatorEffect<Output, Failure>? {
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

  @inlinable mutating func nextInnerRequest() -> OperatorEffect<Output, Failure>? {
    while outbox.demand > 0, let id = idle.popFirst() {
      guard let subscription = inners[id]?.upstream.subscription else { continue }
      guard outbox.demand == .unlimited else { return .request(subscription, .max(1)) }
      inners[id]?.isUnlimited = true
      return .request(subscription, .unlimited)
    }
    return nil
  }

  @inlinable mutating func closeIfAllEnded() {
    if outer.isEnded, inners.isEmpty { outbox.close(.finished) }
  }
}

// MARK: - The upstream

extension FlatMapMachine {
  @inlinable mutating func attachOuter(_ subscription: any Subscription) -> Bool {
    outer.attach(subscription)
  }

  /// The upstream has sent a value: there is to be one more inner publisher.
  @inlinable mutating func addInner() -> InnerID? {
    guard outer.isAttached, !outbox.isClosed else { return nil }
    lastInner += 1
    inners[lastInner] = Inner()
    return lastInner
  }

  @inlinable mutating func completeOuter(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    let subscription = outer.end()
    if case .failure = completion { outbox.close(completion) }
    closeIfAllEnded()
    return subscription
  }
}

// MARK: - The inner publishers

extension FlatMapMachine {
  @inlinable mutating func attach(_ subscription: any Subscription, to id: InnerID) -> Bool {
    guard inners[id]?.upstream.attach(subscription) == true else { return false }
    idle.append(id)
    return true
  }

  @inlinable mutating func receive(_ value: Output, from id: InnerID) {
    guard inners[id]?.upstream.isAttached == true else { return }
    outbox.append((value, id))
  }

  @inlinable mutating func complete(_ completion: Subscribers.Completion<Failure>, of id: InnerID) -> (
    any Subscription
  )? {
    guard var inner = inners.removeValue(forKey: id) else { return nil }
    if case .failure = completion { outbox.close(completion) }
    if isLimited { outerOwed += 1 }
    closeIfAllEnded()
    return inner.upstream.end()
  }
}
