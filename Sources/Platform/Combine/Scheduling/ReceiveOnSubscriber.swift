// SPDX-License-Identifier: Apache-2.0

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

  /// `true` while a job delivers or is about to, and while the subscriber is being given its subscription.
  @usableFromInline @exclusivity(unchecked) var isTurnTaken = true  // guarded by the lock

  /// The values that the job at work delivers. Only that job touches them.
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
