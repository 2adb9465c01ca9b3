// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An operator that gives its subscriber values and completion only from jobs of a scheduler.
///
/// One job at a time has the turn, also where the scheduler runs several at once, so that calls to the subscriber do not
/// overlap and keep their order. Requests go to the upstream on the thread they come on. Subclasses say when what has
/// come is put into the outbox; what they keep is guarded by ``lock``.
///
/// A job takes all out of the outbox that it delivers, so that upstream and subscriber seldom meet at the lock.
class ScheduledOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription
where Upstream.Failure == Downstream.Failure {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  final let lock = Lock()
  final let scheduler: Context
  final let options: Context.SchedulerOptions?
  private let initialDemand: Subscribers.Demand

  /// The values and the completion that are ready to be delivered. Guarded by ``lock``.
  final var outbox = Outbox<Downstream.Input, Failure>()

  private var upstream = Connection.awaited
  private var downstream: Downstream?
  private var isTurnTaken = false

  /// The demand that comes while the subscriber is being given its subscription; `nil` from then on.
  ///
  /// The upstream is asked afterwards: one that sends all at once would otherwise never let the subscriber have its
  /// subscription.
  private var early: Subscribers.Demand? = Subscribers.Demand.none
  /// Looked at before each value, where the lock would cost more than all the rest.
  private let isCancelled = Atomic(false)

  /// - Parameter initialDemand: The demand on the upstream, whatever the subscriber asks for. Where it is none, the
  ///   subscriber's requests are passed on.
  init(
    to downstream: Downstream, on scheduler: Context, options: Context.SchedulerOptions?,
    initialDemand: Subscribers.Demand = .none
  ) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
    self.initialDemand = initialDemand
  }

  /// `true` if the subscriber has got its completion or has cancelled. The caller must hold the lock.
  final var isOver: Bool { downstream == nil }

  // MARK: What subclasses override

  /// The subscriber has its subscription.
  func start() {}

  func receive(_ input: Input) -> Subscribers.Demand {
    .none
  }

  /// The upstream has completed; its subscription has been let go.
  func finish(_ completion: Subscribers.Completion<Failure>) {}

  /// The demand to pass on for one by the subscriber.
  func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand {
    demand
  }

  /// Takes, under the lock, what the operator keeps back.
  ///
  /// - Returns: A closure that releases it, to be called outside of the lock.
  func dismantle() -> (() -> Void)? {
    nil
  }

  // MARK: Subscriber

  final func receive(subscription: any Subscription) {
    let receiver: Downstream? = lock.withLock {
      guard let downstream, upstream.attach(subscription) else { return nil }
      isTurnTaken = true
      return downstream
    }
    guard let receiver else { return subscription.cancel() }
    receiver.receive(subscription: self)
    let demand: Subscribers.Demand? = lock.withLock {
      isTurnTaken = false
      defer { early = nil }
      return isOver ? nil : early
    }
    guard let demand else { return }
    start()
    if initialDemand > .none {
      subscription.request(initialDemand)
    } else if demand > .none {
      subscription.request(upstreamDemand(for: demand))
    }
    scheduleDelivery()
  }

  final func receive(completion: Subscribers.Completion<Failure>) {
    let ended = lock.withLock { upstream.end() }
    if ended != nil { finish(completion) }
  }

  // MARK: Subscription

  final func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (subscription, canDeliver): ((any Subscription)?, Bool) = lock.withLock {
      outbox.ask(for: demand)
      if let early {
        self.early = early + demand
        return (nil, false)
      }
      return (initialDemand > .none ? nil : upstream.subscription, outbox.isReady)
    }
    subscription?.request(upstreamDemand(for: demand))
    if canDeliver { scheduleDelivery() }
  }

  final func cancel() {
    retire()?.cancel()
  }

  /// Ends the connection with the upstream before that has completed.
  ///
  /// - Returns: The subscription to the upstream, to be cancelled; `nil` if the upstream has completed.
  final func endUpstream() -> (any Subscription)? {
    lock.withLock { upstream.end() }
  }

  /// Ends everything.
  ///
  /// - Returns: The subscription to the upstream, to be cancelled.
  private func retire() -> (any Subscription)? {
    isCancelled.store(true, ordering: .releasing)
    var subscription: (any Subscription)?
    var letGo: (() -> Void)?
    let (downstream, outbox) = lock.withLock {
      let outbox = self.outbox
      self.outbox = Outbox()
      subscription = upstream.end()
      letGo = dismantle()
      return (self.downstream.take(), outbox)
    }
    letGo?()
    return withExtendedLifetime((downstream, outbox)) { subscription }
  }

  // MARK: Delivery

  /// Puts something into the outbox, and lets a job of the scheduler deliver what is ready.
  final func deliverLater(_ change: (inout Outbox<Downstream.Input, Failure>) -> Void) {
    let isMyTurn = lock.withLock {
      guard !isOver else { return false }
      change(&outbox)
      return takesTurn()
    }
    if isMyTurn { scheduler.schedule(options: options) { self.deliverReady() } }
  }

  /// Lets a job of the scheduler deliver what is ready, unless one is at it or about to be.
  final func scheduleDelivery() { deliverLater { _ in } }

  /// Delivers what is ready, in the job of the scheduler that this is called in, unless another one is at it.
  final func deliver() {
    if lock.withLock({ takesTurn() }) { deliverReady() }
  }

  /// Under the lock.
  private func takesTurn() -> Bool {
    guard !isTurnTaken, !isOver, outbox.isReady else { return false }
    isTurnTaken = true
    return true
  }

  /// Delivers what is ready by now. For what comes meanwhile there is another job, so that this one ends.
  private func deliverReady() {
    var left: Int?
    var subscription: (any Subscription)?
    while let step = nextStep(&left, ending: &subscription) {
      switch step {
      case .values(var values, let downstream):
        while let value = values.popFirst() {
          if isCancelled.load(ordering: .acquiring) { return }
          request(downstream.receive(value))
        }
      case .completion(let completion, let downstream):
        subscription?.cancel()
        downstream.receive(completion: completion)
      case .pause:
        return scheduler.schedule(options: options) { self.deliverReady() }
      }
    }
  }

  private enum Step {
    case values(FIFO<Downstream.Input>, Downstream)
    case completion(Subscribers.Completion<Failure>, Downstream)
    case pause
  }

  /// - Parameters:
  ///   - left: The number of values that the job still delivers; `nil` at its beginning.
  ///   - subscription: Becomes that to the upstream, where the step is the completion and the upstream has not completed.
  private func nextStep(_ left: inout Int?, ending subscription: inout (any Subscription)?) -> Step? {
    lock.withLock {
      guard let downstream, outbox.isReady else {
        isTurnTaken = false
        return nil
      }
      let most = left ?? outbox.count
      if left != nil, most == 0, outbox.count > 0 { return .pause }
      let values = outbox.popValues(atMost: most)
      left = most - values.count
      if !values.isEmpty { return .values(values, downstream) }
      guard let completion = outbox.completionDue() else {
        isTurnTaken = false
        return nil
      }
      self.downstream = nil
      subscription = upstream.end()
      return .completion(completion, downstream)
    }
  }
}
