import Synchronization

/// Takes in all values of a publisher, whatever the demand, and sends what a ``Reduction`` makes of them when there is
/// demand for that.
final class ReduceSubscriber<Downstream: Subscriber, R: Reduction>: Subscriber, Subscription
where Downstream.Input == R.Output, Downstream.Failure == R.Failure {
  /// Whether no more values are taken in.
  private let closed = Atomic(false)

  private let cancelled = Atomic(false)

  /// Reached only by values and completion, which come one at a time.
  @exclusivity(unchecked) private var reduction: R  // as one at a time reaches it, checks would only cost

  private let lock = Lock()
  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var isWanted = false
  private var result: R.Output?

  init(_ downstream: Downstream, _ reduction: R) {
    self.downstream = downstream
    self.reduction = reduction
  }

  func receive(subscription: any Subscription) {
    let receiver: Downstream? = lock.withLock {
      guard upstream == nil, let downstream, !closed.load(ordering: .relaxed) else { return nil }
      upstream = subscription
      return downstream
    }
    guard let receiver else { return subscription.cancel() }
    receiver.receive(subscription: self)
    lock.withLock { upstream }?.request(.unlimited)
  }

  func receive(_ input: R.Input) -> Subscribers.Demand {
    if closed.load(ordering: .relaxed) { return .none }
    switch reduction.receive(input) {
    case .more: break
    case .done: close(cancelling: true)
    case .fail(let error): fail(error, cancelling: true)
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<R.UpstreamFailure>) {
    switch completion {
    case .finished: close(cancelling: false)
    case .failure(let error): fail(reduction.failure(for: error), cancelling: false)
    }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let ready: (Downstream, R.Output)? = lock.withLock {
      isWanted = true
      guard let value = result.take(), let receiver = downstream.take() else { return nil }
      return (receiver, value)
    }
    guard let (receiver, value) = ready else { return }
    deliver(value, to: receiver)
  }

  func cancel() {
    cancelled.store(true, ordering: .relaxed)
    closed.store(true, ordering: .relaxed)
    let released = lock.withLock {
      (upstream: upstream.take(), downstream: downstream.take(), result: result.take())
    }
    released.upstream?.cancel()
  }

  private func close(cancelling: Bool) {
    guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let value = reduction.result()
    let (source, receiver): ((any Subscription)?, Downstream?) = lock.withLock {
      if value == nil || isWanted { return (upstream.take(), downstream.take()) }
      result = downstream == nil ? nil : value
      return (upstream.take(), nil)
    }
    if cancelling { source?.cancel() }
    guard let receiver else { return }
    deliver(value, to: receiver)
  }

  private func deliver(_ value: R.Output?, to receiver: Downstream) {
    if let value { _ = receiver.receive(value) }
    if cancelled.load(ordering: .relaxed) { return }
    receiver.receive(completion: .finished)
  }

  private func fail(_ error: R.Failure, cancelling: Bool) {
    guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let (source, receiver) = lock.withLock { (upstream.take(), downstream.take()) }
    if cancelling { source?.cancel() }
    receiver?.receive(completion: .failure(error))
  }
}
