/// Connects the machine of an operator to its subscriber: the subscription of every operator with several upstreams.
///
/// Upstreams may call on several threads at once, and the subscriber may call back from within a call. Whoever comes
/// changes the machine under the lock, and then does what that says. To call the subscriber takes the turn, which one
/// of them has at a time; what others bring meanwhile it delivers when its call has returned, and they go on. So calls
/// to the subscriber never overlap, their order is that of the changes, nobody waits for a subscriber, and no lock is
/// held while calling out.
///
/// Requests take no turn: an upstream is asked as soon as the machine says so. What it sends from within the request
/// is delivered there and then, so that an upstream which sends all at once neither fills the memory nor passes over
/// the upstreams that others of its values bring.
@usableFromInline
final class Conduit<Downstream: Subscriber, Machine: OperatorMachine>: Subscription, CustomStringConvertible
where Machine.Output == Downstream.Input, Machine.Failure == Downstream.Failure {
  /// The name of the operator.
  @usableFromInline let description: String
  @usableFromInline let lock = Lock()
  @usableFromInline var machine: Machine?
  @usableFromInline var downstream: SharedValue<Downstream>?

  /// Whether the subscriber is being called.
  @usableFromInline var isTurnTaken = false

  /// How many requests to upstreams are under way.
  @usableFromInline var requestsUnderWay = 0

  /// Whether the subscriber has its subscription. Nothing is asked for or delivered before.
  @usableFromInline var isOpen = false

  @inlinable init(_ description: String, to downstream: Downstream, _ machine: Machine) {
    self.description = description
    self.downstream = SharedValue(downstream)
    self.machine = machine
  }

  /// Whether the subscriber has got its completion, or has cancelled.
  @inlinable var isOver: Bool { lock.withLock { machine == nil } }

  /// Gives the subscriber its subscription, and then does what the machine says. An operator without upstreams completes
  /// then.
  @inlinable func open() {
    lock.withLock { downstream }?.value.receive(subscription: self)
    let step = lock.withLock {
      isOpen = true
      return nextStep()
    }
    carryOut(step)
  }

  /// Changes the machine, and does what follows from that.
  ///
  /// What `change` takes out of the machine it returns, so that it is not released under the lock.
  ///
  /// - Returns: What `change` returned; `nil` when it is all over.
  @discardableResult
  @inlinable func update<Result>(_ change: (inout Machine) -> Result) -> Result? {
    var result: Result?
    let step = lock.withLock {
      result = machine?.apply(change)
      return nextStep()
    }
    carryOut(step)
    return result
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    update { $0.receive(demand: demand) }
  }

  @inlinable func cancel() {
    var downstream: SharedValue<Downstream>?
    let machine: Machine? = lock.withLock {
      downstream = self.downstream.take()
      return self.machine.take()
    }
    for subscription in machine?.subscriptions ?? [] { subscription.cancel() }
    withExtendedLifetime(downstream) {}
  }

  @usableFromInline enum Step {
    case deliver(Downstream.Input, SharedValue<Downstream>)
    case complete(Subscribers.Completion<Downstream.Failure>, SharedValue<Downstream>, Machine)
    case request(any Subscription, Subscribers.Demand)
    case rest
  }

  @inlinable func carryOut(_ first: Step) {
    var next = first
    while true {
      switch next {
      case .rest: return
      case .deliver(let value, let downstream):
        let gained = downstream.value.receive(value)
        next = lock.withLock {
          isTurnTaken = false
          if gained > .none { machine?.receive(demand: gained) }
          return nextStep()
        }
      case .request(let subscription, let demand):
        subscription.request(demand)
        next = lock.withLock {
          requestsUnderWay -= 1
          return nextStep()
        }
      case .complete(let completion, let downstream, let machine):
        for subscription in machine.subscriptions { subscription.cancel() }
        return downstream.value.receive(completion: completion)
      }
    }
  }

  /// The next thing to do, which takes the turn where it calls the subscriber. To be called with the lock.
  @inlinable func nextStep() -> Step {
    guard isOpen, let downstream else { return .rest }
    if !isTurnTaken {
      switch machine?.nextDelivery() {
      case .value(let value):
        isTurnTaken = true
        return .deliver(value, downstream)
      case .completion(let completion):
        self.downstream = nil
        return machine.take().map { .complete(completion, downstream, $0) } ?? .rest
      case nil: break
      }
    }
    guard let request = machine?.nextRequest(isAsking: requestsUnderWay > 0) else { return .rest }
    requestsUnderWay += 1
    return .request(request.upstream, request.demand)
  }
}
