// SPDX-License-Identifier: Apache-2.0

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
  @usableFromInline @exclusivity(unchecked) var machine: Machine?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var downstream: SharedValue<Downstream>?  // guarded by the lock

  /// The machine of an operator that has completed, which is not to be released under the lock.
  @usableFromInline @exclusivity(unchecked) var retired: Machine?  // guarded by the lock

  /// `true` while the subscriber is being called: one thread at a time may do so.
  @usableFromInline @exclusivity(unchecked) var isTurnTaken = false  // guarded by the lock

  /// The number of requests to upstreams that are under way.
  @usableFromInline @exclusivity(unchecked) var requestsUnderWay = 0  // guarded by the lock

  /// `true` once the subscriber has its subscription. Nothing is asked for or delivered before.
  @usableFromInline @exclusivity(unchecked) var isOpen = false  // guarded by the lock

  @inlinable init(_ description: String, to downstream: Downstream, _ machine: Machine) {
    self.description = description
    self.downstream = SharedValue(downstream)
    self.machine = machine
  }

  /// `true` if the subscriber has got its completion or has cancelled.
  @inlinable var isOver: Bool { lock.withLock { machine == nil } }

  /// Gives the subscriber its subscription, and then does what the machine says. An operator without upstreams completes
  /// then.
  @inlinable func open() {
    lock.withLock { downstream }?.value.receive(subscription: self)
    var errand = Errand()
    lock.withLock {
      isOpen = true
      choose(&errand)
    }
    carryOut(&errand)
  }

  /// Changes the machine, and does what follows from that.
  ///
  /// `change` has to return whatever it takes out of the machine: releasing a value may run foreign code, which must
  /// not happen under the lock.
  ///
  /// - Returns: The result of `change`; `nil` when it is all over.
  @discardableResult
  @inlinable func update<Result>(_ change: (inout Machine) -> Result) -> Result? {
    var result: Result?
    var errand = Errand()
    lock.withLock {
      result = machine?.apply(change)
      choose(&errand)
    }
    carryOut(&errand)
    return result
  }

  /// Changes the machine in a way from which nothing follows.
  ///
  /// - Returns: The result of `change`; `nil` when it is all over.
  @inlinable func note<Result>(_ change: (inout Machine) -> Result) -> Result? {
    lock.withLock { machine?.apply(change) }
  }

  /// Takes a value, and delivers it if it may pass at once.
  ///
  /// - Parameter admit: Decides that; where it may not, keeps or drops the value. Its second argument says whether the
  ///   subscriber can be called now.
  /// - Returns: `true` if the value has been delivered.
  @discardableResult
  @inlinable func take(_ value: Downstream.Input, _ admit: (inout Machine, Bool) -> Bool) -> Bool {
    var receiver: SharedValue<Downstream>?
    lock.withLock {
      let canCall = isOpen && !isTurnTaken
      guard machine?.apply({ admit(&$0, canCall) }) == true else { return }
      isTurnTaken = true
      receiver = downstream
    }
    guard let receiver else { return false }
    var errand = Errand()
    deliver(value, to: receiver, then: &errand)
    carryOut(&errand)
    return true
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

  /// The next thing to do without the lock: at most one of a delivery, a request and the completion.
  @usableFromInline struct Errand {
    @usableFromInline var value: Downstream.Input?
    @usableFromInline var upstream: (any Subscription)?
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?

    /// The subscriber for a value or the completion.
    @usableFromInline var receiver: SharedValue<Downstream>?

    /// The subscriptions to cancel before the completion is delivered.
    @usableFromInline var leftovers: [any Subscription] = []

    @inlinable init() {}
  }

  @inlinable func carryOut(_ errand: inout Errand) {
    while true {
      if let receiver = errand.receiver.take() {
        guard let value = errand.value.take() else { return complete(errand, receiver) }
        deliver(value, to: receiver, then: &errand)
      } else if let upstream = errand.upstream.take() {
        upstream.request(errand.demand)
        lock.withLock {
          requestsUnderWay -= 1
          choose(&errand)
        }
      } else {
        return
      }
    }
  }

  @inlinable func deliver(
    _ value: Downstream.Input, to receiver: SharedValue<Downstream>, then errand: inout Errand
  ) {
    let gained = receiver.value.receive(value)
    lock.withLock {
      isTurnTaken = false
      if gained > .none { machine?.receive(demand: gained) }
      choose(&errand)
    }
  }

  @inlinable func complete(_ errand: Errand, _ receiver: SharedValue<Downstream>) {
    let released: Machine? = lock.withLock { retired.take() }
    for subscription in errand.leftovers { subscription.cancel() }
    if let completion = errand.completion { receiver.value.receive(completion: completion) }
    withExtendedLifetime(released) {}
  }

  /// Chooses the next thing to do, which takes the turn where it calls the subscriber. To be called with the lock.
  @inlinable func choose(_ errand: inout Errand) {
    guard isOpen, let downstream else { return }
    if !isTurnTaken {
      switch machine?.nextDelivery() {
      case .value(let value):
        isTurnTaken = true
        errand.value = value
        errand.receiver = downstream
        return
      case .completion(let completion):
        errand.completion = completion
        errand.receiver = downstream
        errand.leftovers = machine?.subscriptions ?? []
        retired = machine.take()
        self.downstream = nil
        return
      case nil: break
      }
    }
    guard let request = machine?.nextRequest(isAsking: requestsUnderWay > 0) else { return }
    requestsUnderWay += 1
    errand.upstream = request.upstream
    errand.demand = request.demand
  }
}
