// SPDX-License-Identifier: Apache-2.0

/// The machine behind `switchToLatest`.
///
/// The upstream is asked without limit; the latest inner publisher is asked for what the subscriber has asked for and
/// not been given, by it or by those before it.
@usableFromInline struct SwitchMachine<Output, Failure: Error>: OperatorMachine {
  @usableFromInline typealias InnerID = UInt64

  @usableFromInline var outer = Connection.awaited
  @usableFromInline var outerOwed = Subscribers.Demand.unlimited
  @usableFromInline var inner = Connection.ended
  @usableFromInline var innerOwed = Subscribers.Demand.none
  @usableFromInline var innerID: InnerID = 0
  @usableFromInline var outbox = Outbox<Output, Failure>()

  @inlinable init() {}

  @inlinable var subscriptions: [any Subscription] { [outer, inner].compactMap(\.subscription) }

  @inlinable mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
    if inner.isAttached { innerOwed += demand }
  }

  @inlinable mutating func nextDelivery() -> OperatorDelivery<Output, Failure>? {
    outbox.popDelivery()
  }

  @inlinable mutating func nextRequest(isAsking: Bool) -> OperatorRequest? {
    if outerOwed > .none, let outer = outer.subscription {
      outerOwed = .none
      return OperatorRequest(outer, .unlimited)
    }
    if innerOwed > .none, let inner = inner.subscription {
      defer { innerOwed = .none }
      return OperatorRequest(inner, innerOwed)
    }
    return nil
  }

  @inlinable mutating func closeIfAllEnded() {
    if outer.isEnded, inner.isEnded { outbox.close(.finished) }
  }
}

// MARK: - The upstream

extension SwitchMachine {
  @inlinable mutating func attachOuter(_ subscription: any Subscription) -> Bool {
    outer.attach(subscription)
  }

  /// The upstream has sent a publisher: that is the inner one from now on.
  ///
  /// - Returns: The number of the new one, and the subscription to the one before it, to be cancelled.
  @inlinable mutating func switchInner() -> (id: InnerID, previous: (any Subscription)?)? {
    guard outer.isAttached, !outbox.isClosed else { return nil }
    let previous = inner.end()
    innerID += 1
    inner = .awaited
    innerOwed = .none
    return (innerID, previous)
  }

  @inlinable mutating func completeOuter(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    let subscription = outer.end()
    if case .failure = completion { outbox.close(completion) }
    closeIfAllEnded()
    return subscription
  }
}

// MARK: - The inner publishers

extension SwitchMachine {
  @inlinable mutating func attach(_ subscription: any Subscription, to id: InnerID) -> Bool {
    guard id == innerID, inner.attach(subscription) else { return false }
    innerOwed = outbox.unmet
    return true
  }

  /// - Returns: `true` if the value is to be delivered at once.
  @inlinable mutating func admit(_ value: Output, from id: InnerID, canCall: Bool) -> Bool {
    guard id == innerID, inner.isAttached else { return false }
    if canCall, outbox.passes() { return true }
    outbox.append(value)
    return false
  }

  @inlinable mutating func complete(_ completion: Subscribers.Completion<Failure>, of id: InnerID) -> (
    any Subscription
  )? {
    guard id == innerID else { return nil }
    let subscription = inner.end()
    if case .failure = completion { outbox.close(completion) }
    closeIfAllEnded()
    return subscription
  }
}
