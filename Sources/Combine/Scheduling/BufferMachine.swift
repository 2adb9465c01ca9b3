/// The machine behind `buffer`.
struct BufferMachine<Output, Failure: Error>: OperatorMachine {
  private let size: Int
  private let keepsFull: Bool
  private var upstream = Connection.awaited
  private var owed: Subscribers.Demand
  private var outbox = Outbox<Output, Failure>()

  init(size: Int, prefetch: Publishers.PrefetchStrategy) {
    self.size = max(0, size)
    keepsFull = prefetch == .keepFull
    owed = keepsFull ? .max(self.size) : .unlimited
  }

  var subscriptions: [any Subscription] { [upstream.subscription].compactMap { $0 } }

  mutating func attach(_ subscription: any Subscription) -> Bool {
    upstream.attach(subscription)
  }

  /// Whether a value that comes now has no room. One that can be delivered at once needs none.
  var isFull: Bool {
    if outbox.isClosed || (outbox.count == 0 && outbox.unmet > 0) { return false }
    return outbox.count >= size
  }

  mutating func receive(_ value: Output) {
    guard upstream.isAttached else { return }
    outbox.append(value)
  }

  mutating func discardOldest() -> Output? {
    outbox.discardOldest()
  }

  mutating func receive(_ completion: Subscribers.Completion<Failure>) -> (any Subscription)? {
    outbox.close(completion)
    return upstream.end()
  }

  /// Fails although the upstream goes on: it is cancelled with the completion.
  mutating func overflow(_ error: Failure) {
    outbox.close(.failure(error))
  }

  mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  mutating func next() -> OperatorEffect<Output, Failure>? {
    if let value = outbox.popValue() {
      if keepsFull { owed += 1 }
      return .deliver(value)
    }
    if let completion = outbox.completionDue() { return .complete(completion) }
    guard owed > .none, let subscription = upstream.subscription else { return nil }
    defer { owed = .none }
    return .request(subscription, owed)
  }
}
