// SPDX-License-Identifier: Apache-2.0

/// The machine behind `buffer`.
@usableFromInline struct BufferMachine<Output, Failure: Error>: OperatorMachine {
  @usableFromInline let size: Int
  @usableFromInline let keepsFull: Bool
  @usableFromInline var upstream = Connection.awaited
  @usableFromInline var owed: Subscribers.Demand
  @usableFromInline var outbox = Outbox<Output, Failure>()

  /// The error for a value without room. It comes after the values that have had room.
  @usableFromInline var overflow: Failure?

  @inlinable init(size: Int, prefetch: Publishers.PrefetchStrategy) {
    self.size = max(0, size)
    keepsFull = prefetch == .keepFull
    owed = keepsFull ? .max(self.size) : .unlimited
  }

  @inlinable var subscriptions: [any Subscription] { [upstream.subscription].compactMap { $0 } }

  @inlinable mutating func attach(_ subscription: any Subscription) -> Bool {
    upstream.attach(subscription)
  }

  /// `true` if a value that comes now is wanted and has no room. One that can be delivered at once needs none.
  @inlinable var isFull: Bool {
    if !upstream.isAttached || outbox.isClosed || (outbox.count == 0 && outbox.unmet > 0) { return false }
    return outbox.count >= size
  }

  @inlinable mutating func receive(_ value: Output) {
    guard upstream.isAttached else { return }
    outbox.append(value)
  }

  @inlinable mutating func discardOldest() -> Output? {
    outbox.discardOldest()
  }

  @inlinable mutating func receive(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    outbox.close(completion)
    return upstream.end()
  }

  /// Takes leave of the upstream, and fails once the values have been delivered.
  ///
  /// - Returns: The subscription, to be cancelled.
  @inlinable mutating func overflow(_ error: Failure) -> (any Subscription)? {
    guard upstream.isAttached else { return nil }
    overflow = error
    return upstream.end()
  }

  @inlinable mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  @inlinable mutating func nextDelivery() -> OperatorDelivery<Output, Failure>? {
    if let value = outbox.popValue() {
      if keepsFull { owed += 1 }
      return .value(value)
    }
    if let overflow, outbox.count == 0 { return .completion(.failure(overflow)) }
    return outbox.completionDue().map { .completion($0) }
  }

  @inlinable mutating func nextRequest(isAsking: Bool) -> OperatorRequest? {
    guard !isAsking, owed > .none, let subscription = upstream.subscription else { return nil }
    defer { owed = .none }
    return OperatorRequest(subscription, owed)
  }
}
