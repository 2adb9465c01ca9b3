import Synchronization

/// Sends one value as soon as there is demand, and finishes.
final class SingleValueSubscription<Downstream: Subscriber>: Subscription {
  private let name: String
  private let cancelled = Atomic(false)
  private let lock = Lock()
  private var delivery: (downstream: Downstream, value: Downstream.Input)?

  /// - Parameter name: What the subscription calls itself in log messages.
  init(_ downstream: Downstream, value: Downstream.Input, name: String) {
    delivery = (downstream, value)
    self.name = name
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none, let (downstream, value) = lock.withLock({ delivery.take() }) else {
      return
    }
    _ = downstream.receive(value)
    if cancelled.load(ordering: .relaxed) { return }
    downstream.receive(completion: .finished)
  }

  func cancel() {
    cancelled.store(true, ordering: .relaxed)
    _ = lock.withLock { delivery.take() }
  }
}

extension SingleValueSubscription: CustomStringConvertible {
  var description: String { name }
}
