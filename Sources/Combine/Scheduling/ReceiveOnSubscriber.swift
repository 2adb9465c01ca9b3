/// Gives its subscriber values and completion only from jobs of a scheduler.
///
/// One job at a time has the turn, also where the scheduler runs several at once, so that calls to the subscriber do not
/// overlap and keep their order. A job takes all that waits, so that upstream and subscriber seldom meet at the lock.
@usableFromInline final class ReceiveOnSubscriber<Downstream: Subscriber, Context: Scheduler>: Subscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let subscription = DeferredSubscription("ReceiveOn")
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let downstream: Downstream
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var waiting: [Input] = []  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?  // guarded by the lock

  /// Whether a job is at it or about to be. So it is also while the subscriber is being given its subscription.
  @usableFromInline @exclusivity(unchecked) var isTurnTaken = true  // guarded by the lock

  /// What the job at work delivers. It belongs to that.
  @usableFromInline @exclusivity(unchecked) var batch: [Input] = []  // reached by one at a time

  @inlinable init(_ downstream: Downstream, on scheduler: Context, options: Context.SchedulerOptions?) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard lock.withLock({ completion == nil }) else { return upstream.cancel() }
    guard subscription.attach(upstream) else { return }
    downstream.receive(subscription: subscription)
    passTurn()
    subscription.open()
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    let isMyTurn = lock.withLock {
      guard completion == nil else { return false }
      waiting.append(input)
      defer { isTurnTaken = true }
      return !isTurnTaken
    }
    if isMyTurn { schedule() }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    subscription.detach()
    let isMyTurn = lock.withLock {
      guard self.completion == nil else { return false }
      self.completion = completion
      defer { isTurnTaken = true }
      return !isTurnTaken
    }
    if isMyTurn { schedule() }
  }

  @inlinable func schedule() {
    scheduler.schedule(options: options) { self.deliver() }
  }

  /// Delivers what waits by now. For what comes meanwhile there is another job, so that this one ends.
  @inlinable func deliver() {
    let completion: Subscribers.Completion<Failure>? = lock.withLock {
      swap(&batch, &waiting)
      return self.completion
    }
    for value in batch {
      if subscription.isOver { return batch = [] }
      let demand = downstream.receive(value)
      if demand > .none { subscription.request(demand) }
    }
    batch.removeAll(keepingCapacity: true)
    guard let completion else { return passTurn() }
    if subscription.end() { downstream.receive(completion: completion) }
  }

  /// Lets another job deliver what has come, or gives up the turn.
  @inlinable func passTurn() {
    let isMore = lock.withLock {
      isTurnTaken = !waiting.isEmpty || completion != nil
      return isTurnTaken
    }
    if isMore { schedule() }
  }
}

/// A subscription that asks its publisher for nothing before it is opened.
///
/// While the subscriber is being given its subscription, nothing can be delivered to it. A publisher that sends all at
/// once would never let that end.
@usableFromInline final class DeferredSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream: OperatorSubscription
  @usableFromInline let lock = Lock()

  /// What has been asked for; `nil` once opened.
  @usableFromInline var early: Subscribers.Demand? = Subscribers.Demand.none

  @inlinable init(_ description: String) {
    upstream = OperatorSubscription(description)
  }

  @usableFromInline var description: String { upstream.description }

  /// Whether nothing may be sent downstream any more.
  @inlinable var isOver: Bool { upstream.isOver }

  /// Takes the publisher's subscription, or cancels it if there is no use for it.
  ///
  /// - Returns: Whether this is the one and only subscription, of which the subscriber is to be told.
  @inlinable func attach(_ subscription: any Subscription) -> Bool {
    upstream.attach(subscription)
  }

  /// Asks for what has been asked for.
  @inlinable func open() {
    let demand = lock.withLock { early.take() }
    if let demand, demand > .none { upstream.request(demand) }
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    let isEarly = lock.withLock {
      guard let early else { return false }
      self.early = early + demand
      return true
    }
    if !isEarly { upstream.request(demand) }
  }

  @inlinable func cancel() {
    upstream.cancel()
  }

  /// Drops the subscription of a publisher that has completed.
  @inlinable func detach() {
    upstream.detach()
  }

  /// Ends the subscription.
  ///
  /// - Returns: Whether it was not over before, and so the subscriber is to be told.
  @inlinable func end() -> Bool {
    upstream.end()
  }
}
