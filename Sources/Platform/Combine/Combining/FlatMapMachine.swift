// SPDX-License-Identifier: Apache-2.0

/// The machine behind `flatMap`.
///
/// The upstream is asked for as many values as there may be inner publishers at once, and for one more when an inner
/// publisher completes. Inner publishers are asked as `merge` asks: without limit where the subscriber does so,
/// otherwise for one value at a time while there is demand.
@usableFromInline struct FlatMapMachine<Output, Failure: Error>: OperatorMachine {
  @usableFromInline var outer = Connection.awaited
  @usableFromInline var outerOwed: Subscribers.Demand
  @usableFromInline let isLimited: Bool

  /// The inner publishers that have sent a subscription and not completed.
  @usableFromInline var attached: [InnerConnection] = []

  /// The number of inner publishers that have not sent a subscription yet.
  @usableFromInline var awaited = 0

  /// The values, with the inner publishers they are from.
  @usableFromInline var outbox = Outbox<(value: Output, inner: InnerConnection), Failure>()

  /// The inner publishers of which no value is awaited or waiting.
  @usableFromInline var fresh = FIFO<InnerConnection>()

  /// Further such publishers, attached while there was no demand; they are not asked while another request is under
  /// way.
  @usableFromInline var idle = FIFO<InnerConnection>()

  @inlinable init(maxPublishers: Subscribers.Demand) {
    outerOwed = maxPublishers
    isLimited = maxPublishers != .unlimited
  }

  @inlinable var subscriptions: [any Subscription] {
    [outer.subscription].compactMap { $0 } + attached.compactMap(\.upstream.subscription)
  }

  @inlinable mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  @inlinable mutating func nextDelivery() -> OperatorDelivery<Output, Failure>? {
    if let (value, inner) = outbox.popValue() {
      if !inner.isUnlimited { fresh.append(inner) }
      return .value(value)
    }
    return outbox.completionDue().map { .completion($0) }
  }

  @inlinable mutating func nextRequest(isAsking: Bool) -> OperatorRequest? {
    if isAsking { return Self.nextRequest(of: &fresh, wanted: outbox.demand) }
    if outerOwed > .none, let outer = outer.subscription {
      defer { outerOwed = .none }
      return OperatorRequest(outer, outerOwed)
    }
    return Self.nextRequest(of: &idle, wanted: outbox.demand)
      ?? Self.nextRequest(of: &fresh, wanted: outbox.demand)
  }

  @inlinable static func nextRequest(
    of inners: inout FIFO<InnerConnection>, wanted demand: Subscribers.Demand
  ) -> OperatorRequest? {
    while demand > 0, let inner = inners.popFirst() {
      guard let subscription = inner.upstream.subscription else { continue }
      guard demand == .unlimited else { return OperatorRequest(subscription, .max(1)) }
      inner.isUnlimited = true
      return OperatorRequest(subscription, .unlimited)
    }
    return nil
  }

  @inlinable mutating func closeIfAllEnded() {
    if outer.isEnded, attached.isEmpty, awaited == 0 { outbox.close(.finished) }
  }
}

/// The connection of an operator with a publisher that it has made of a value. Guarded by the lock of the operator.
@usableFromInline class InnerConnection {
  @usableFromInline @exclusivity(unchecked) final var upstream = Connection.awaited  // guarded by the lock

  /// `true` if the publisher has been asked for all of its values; `false` if it is asked for one at a time.
  @usableFromInline @exclusivity(unchecked) final var isUnlimited = false  // guarded by the lock

  /// The place among those that are attached.
  @usableFromInline @exclusivity(unchecked) final var index = 0  // guarded by the lock

  @inlinable init() {}
}

// MARK: - The upstream

extension FlatMapMachine {
  @inlinable mutating func attachOuter(_ subscription: any Subscription) -> Bool {
    outer.attach(subscription)
  }

  /// The upstream has sent a value: there is to be one more inner publisher.
  ///
  /// - Returns: `true` if there is use for it.
  @inlinable mutating func awaitInner() -> Bool {
    guard outer.isAttached, !outbox.isClosed else { return false }
    awaited += 1
    return true
  }

  /// An inner publisher is one value that is known already.
  ///
  /// - Returns: `true` if that is to be delivered at once, and was all of the inner publisher.
  @inlinable mutating func admitWhole(canCall: Bool) -> Bool {
    guard canCall, outbox.passes() else { return false }
    awaited -= 1
    if isLimited { outerOwed += 1 }
    closeIfAllEnded()
    return true
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
  @inlinable mutating func attach(_ subscription: any Subscription, to inner: InnerConnection) -> Bool {
    guard inner.upstream.attach(subscription) else { return false }
    awaited -= 1
    inner.index = attached.count
    attached.append(inner)
    if outbox.demand > 0 { fresh.append(inner) } else { idle.append(inner) }
    return true
  }

  /// - Returns: `true` if the value is to be delivered at once.
  @inlinable mutating func admit(_ value: Output, from inner: InnerConnection, canCall: Bool) -> Bool {
    guard inner.upstream.isAttached else { return false }
    if canCall, outbox.passes() {
      if !inner.isUnlimited { fresh.append(inner) }
      return true
    }
    outbox.append((value, inner))
    return false
  }

  @inlinable mutating func complete(_ completion: Subscribers.Completion<Failure>, of inner: InnerConnection) -> (
    any Subscription
  )? {
    if inner.upstream.isEnded { return nil }
    let subscription = inner.upstream.end()
    if subscription == nil { awaited -= 1 } else { detach(inner) }
    if case .failure = completion { outbox.close(completion) }
    if isLimited { outerOwed += 1 }
    closeIfAllEnded()
    return subscription
  }

  /// Takes an inner publisher out; the last one takes its place.
  @inlinable mutating func detach(_ inner: InnerConnection) {
    guard let last = attached.popLast(), last !== inner else { return }
    attached[inner.index] = last
    last.index = inner.index
  }
}
