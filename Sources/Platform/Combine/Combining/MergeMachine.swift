// SPDX-License-Identifier: Apache-2.0

/// The machine behind the `merge` family.
///
/// Where the subscriber asks without limit, so is every upstream asked. Otherwise each is asked for one value at a time,
/// while there is demand; those that come beyond it wait, at most one of each upstream.
@usableFromInline struct MergeMachine<Output, Failure: Error>: OperatorMachine {
  @usableFromInline struct Source {
    @usableFromInline var upstream = Connection.awaited
    @usableFromInline var isUnlimited = false

    @inlinable init() {}
  }

  @usableFromInline var sources: [Source]
  @usableFromInline var open: Int
  @usableFromInline var outbox = Outbox<(value: Output, source: Int), Failure>()

  /// The upstreams of which no value is awaited or waiting.
  @usableFromInline var idle = FIFO<Int>()

  @inlinable init(upstreams count: Int) {
    sources = Array(repeating: Source(), count: count)
    open = count
    if count == 0 { outbox.close(.finished) }
  }

  @inlinable var subscriptions: [any Subscription] { sources.compactMap(\.upstream.subscription) }

  @inlinable mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool {
    guard sources[index].upstream.attach(subscription) else { return false }
    idle.append(index)
    return true
  }

  /// - Returns: `true` if the value is to be delivered at once.
  @inlinable mutating func admit(_ value: Output, at index: Int, canCall: Bool) -> Bool {
    guard sources[index].upstream.isAttached else { return false }
    if canCall, outbox.passes() {
      if !sources[index].isUnlimited { idle.append(index) }
      return true
    }
    outbox.append((value, index))
    return false
  }

  @inlinable mutating func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) -> (any Subscription)?
  {
    guard let subscription = sources[index].upstream.end() else { return nil }
    open -= 1
    if case .failure = completion {
      outbox.close(completion)
    } else if open == 0 {
      outbox.close(.finished)
    }
    return subscription
  }

  @inlinable mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  @inlinable mutating func nextDelivery() -> OperatorDelivery<Output, Failure>? {
    if let (value, index) = outbox.popValue() {
      if !sources[index].isUnlimited { idle.append(index) }
      return .value(value)
    }
    return outbox.completionDue().map { .completion($0) }
  }

  @inlinable mutating func nextRequest(isAsking: Bool) -> OperatorRequest? {
    if isAsking { return nil }
    while outbox.demand > 0, let index = idle.popFirst() {
      guard let subscription = sources[index].upstream.subscription else { continue }
      guard outbox.demand == .unlimited else { return OperatorRequest(subscription, .max(1)) }
      sources[index].isUnlimited = true
      return OperatorRequest(subscription, .unlimited)
    }
    return nil
  }
}

extension Publisher {
  /// Subscribes to this publisher for a merging operator, as its upstream at `index`.
  @inlinable func merge<Downstream>(
    into conduit: Conduit<Downstream, MergeMachine<Output, Failure>>, at index: Int
  ) {
    guard !conduit.isOver else { return }
    subscribe(
      Inlet<Output, Failure>(
        conduit.description,
        attach: { subscription in conduit.update { $0.attach(subscription, at: index) } ?? false },
        take: { value in conduit.take(value) { $0.admit(value, at: index, canCall: $1) } },
        end: { completion in conduit.update { $0.receive(completion, at: index) } }))
  }
}
