// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes a value only after a time in which no other one has come.
  ///
  /// The upstream is asked without limit; what is due when there is no demand is dropped, and so is what waits when the
  /// upstream completes.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are thinned out.
    public let upstream: Upstream

    /// The time without other values that must pass after a value before it is published.
    public let dueTime: Context.SchedulerTimeType.Stride

    /// The scheduler that measures the time and delivers.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that waits `dueTime` after each value.
    public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S) where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(
        DebounceOperator<Upstream, S, Context>(to: subscriber, on: scheduler, options: options, dueTime: dueTime))
    }
  }
}

extension Publisher {
  /// Publishes a value only after a time in which no other one has come.
  ///
  /// - Parameters:
  ///   - dueTime: The time to wait after a value.
  ///   - scheduler: The scheduler that measures the time and delivers.
  ///   - options: Options for the scheduler.
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

/// One timer runs at a time, not one for each value: when it fires too early, since other values have come, it is set
/// again for the time that is due by then.
private final class DebounceOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  ScheduledOperator<Upstream, Downstream, Context>, CustomStringConvertible
where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
  let description = "Debounce"
  private let dueTime: Context.SchedulerTimeType.Stride
  private var pending: (value: Input, due: Context.SchedulerTimeType)?
  private var isTimerSet = false

  init(
    to downstream: Downstream, on scheduler: Context, options: Context.SchedulerOptions?,
    dueTime: Context.SchedulerTimeType.Stride
  ) {
    self.dueTime = dueTime
    super.init(to: downstream, on: scheduler, options: options, initialDemand: .unlimited)
  }

  override func receive(_ input: Input) -> Subscribers.Demand {
    let due = scheduler.now.advanced(by: dueTime)
    var displaced: (value: Input, due: Context.SchedulerTimeType)?
    let needsTimer = lock.withLock {
      guard !isOver else { return false }
      displaced = pending.take()
      pending = (input, due)
      defer { isTimerSet = true }
      return !isTimerSet
    }
    if needsTimer { setTimer(for: due) }
    return withExtendedLifetime(displaced) { .none }
  }

  override func finish(_ completion: Subscribers.Completion<Failure>) {
    let dropped = lock.withLock {
      outbox.close(completion)
      return pending.take()
    }
    withExtendedLifetime(dropped) { scheduleDelivery() }
  }

  override func dismantle() -> (() -> Void)? {
    let dropped = pending.take()
    return { withExtendedLifetime(dropped) {} }
  }

  private func setTimer(for time: Context.SchedulerTimeType) {
    scheduler.schedule(after: time, tolerance: scheduler.minimumTolerance, options: options) { [weak self] in
      self?.timerFired()
    }
  }

  private func timerFired() {
    let now = scheduler.now
    var dropped: Input?
    let later: Context.SchedulerTimeType? = lock.withLock {
      if let due = pending?.due, now < due { return due }
      isTimerSet = false
      let value = pending.take()?.value
      if let value, outbox.unmet > 0 { outbox.append(value) } else { dropped = value }
      return nil
    }
    if let later { return setTimer(for: later) }
    withExtendedLifetime(dropped) { deliver() }
  }
}
