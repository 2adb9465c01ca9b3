/// Connects the machine of an operator to its subscriber: the subscription of every operator with several upstreams.
///
/// Upstreams may call on several threads at once, and the subscriber may call back from within a call. Whoever comes
/// changes the machine under the lock. One of them at a time then has the turn: it does what the machine says until
/// nothing is left, also what others bring meanwhile, who go away at once. So calls to the subscriber never overlap,
/// their order is that of the changes, nobody waits for a subscriber, and no lock is held while calling out.
@usableFromInline
final class Conduit<Downstream: Subscriber, Machine: OperatorMachine>: Subscription, CustomStringConvertible
where Machine.Output == Downstream.Input, Machine.Failure == Downstream.Failure {
  /// The name of the operator.
  @usableFromInline let description: String
  @usableFromInline let lock = Lock()
  @usableFromInline var machine: Machine?
  @usableFromInline var downstream: Downstream?
  @usableFromInline var isTurnTaken = false

  @inlinable init(_ description: String, to downstream: Downstream, _ machine: Machine) {
    self.description = description
    self.downstream = downstream
    self.machine = machine
  }

  /// Whether the subscriber has got its completion, or has cancelled.
  @inlinable var isOver: Bool { lock.withLock { machine == nil } }

  /// Gives the subscriber its subscription: the first thing to do. An operator without upstreams completes then.
  @inlinable func open() {
    lock.withLock { downstream }?.receive(subscription: self)
    update { _ in }
  }

  /// Changes the machine, and does what follows from that unless somebody has the turn.
  ///
  /// What `change` takes out of the machine it returns, so that it is not released under the lock.
  ///
  /// - Returns: What `change` returned; `nil` when it is all over.
  @discardableResult
  @inlinable func update<Result>(_ change: (inout Machine) -> Result) -> Result? {
    let (result, isMyTurn) = lock.withLock {
      let result = machine?.apply(change)
      guard machine != nil, !isTurnTaken else { return (result, false) }
      isTurnTaken = true
      return (result, true)
    }
    if isMyTurn { takeTurn() }
    return result
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    update { $0.receive(demand: demand) }
  }

  @inlinable func cancel() {
    let (machine, downstream): (Machine?, Downstream?) = lock.withLock { (self.machine.take(), self.downstream.take()) }
    for subscription in machine?.subscriptions ?? [] { subscription.cancel() }
    withExtendedLifetime(downstream) {}
  }

  @inlinable func takeTurn() {
    var gained = Subscribers.Demand.none
    while let step = nextStep(after: gained) {
      gained = .none
      switch step {
      case .deliver(let value, let downstream):
        gained = downstream.receive(value)
      case .request(let subscription, let demand):
        subscription.request(demand)
      case .complete(let completion, let downstream, let machine):
        for subscription in machine.subscriptions { subscription.cancel() }
        downstream.receive(completion: completion)
      }
    }
  }

  @usableFromInline enum Step {
    case deliver(Downstream.Input, Downstream)
    case request(any Subscription, Subscribers.Demand)
    case complete(Subscribers.Completion<Downstream.Failure>, Downstream, Machine)
  }

  @inlinable func nextStep(after gained: Subscribers.Demand) -> Step? {
    lock.withLock {
      if gained > .none { machine?.receive(demand: gained) }
      guard let downstream, let effect = machine?.next() else {
        isTurnTaken = false
        return nil
      }
      switch effect {
      case .deliver(let value): return .deliver(value, downstream)
      case .request(let subscription, let demand): return .request(subscription, demand)
      case .complete(let completion):
        self.downstream = nil
        guard let machine = machine.take() else { return nil }
        return .complete(completion, downstream, machine)
      }
    }
  }
}
