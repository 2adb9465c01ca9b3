public import Synchronization

/// Sends one value as soon as there is demand, and finishes.
@usableFromInline final class SingleValueSubscription<Downstream: Subscriber>: Subscription {
  @usableFromInline let name: String
  @usableFromInline let cancelled = Atomic(false)
  @usableFromInline let lock = Lock()
  @usableFromInline var delivery: (downstream: Downstream, value: Downstream.Input)?

  /// - Parameter name: What the subscription calls itself in log messages.
  @inlinable init(_ downstream: Downstream, value: Downstream.Input, name: String) {
    delivery = (downstream, value)
    self.name = name
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand > .none, let (downstream, value) = lock.withLock({ delivery.take() }) else {
      return
    }
    _ = downstream.receive(value)
    if cancelled.load(ordering: .relaxed) { return }
    downstream.receive(completion: .finished)
  }

  @inlinable func cancel() {
    cancelled.store(true, ordering: .relaxed)
    _ = lock.withLock { delivery.take() }
  }
}

extension SingleValueSubscription: CustomStringConvertible {
  @inlinable var description: String { name }
}
