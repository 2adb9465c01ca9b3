// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that delays values and completion by a time.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher that is delayed.
    public let upstream: Upstream

    /// The time by which everything is delayed.
    public let interval: Context.SchedulerTimeType.Stride

    /// The time by which delivery may be later than due.
    public let tolerance: Context.SchedulerTimeType.Stride

    /// The scheduler that measures the time and delivers.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that delays by `interval`.
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S) where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(
        DelayOperator<Upstream, S, Context>(
          to: subscriber, on: scheduler, options: options, interval: interval, tolerance: tolerance))
    }
  }
}

extension Publisher {
  /// Delays values and completion by a time, in their order.
  ///
  /// - Parameters:
  ///   - interval: The time by which everything is delayed.
  ///   - tolerance: The most time by which it may get later than that; by default the least the scheduler knows.
  ///   - scheduler: The scheduler that measures the time and delivers.
  ///   - options: Options for the scheduler.
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

/// The events wait in their order, and one job at a time for the first of them. It lets go all that are due, so that
/// those that come close together share it.
private final class DelayOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  ScheduledOperator<Upstream, Downstream, Context>, CustomStringConvertible
where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
  private enum Event {
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
  }

  private struct Held {
    let event: Event
    let due: Context.SchedulerTimeType
  }

  let description = "Delay"
  private let interval: Context.SchedulerTimeType.Stride
  private let tolerance: Context.SchedulerTimeType.Stride
  private var held = FIFO<Held>()
  private var isJobWaiting = false

  init(
    to downstream: Downstream, on scheduler: Context, options: Context.SchedulerOptions?,
    interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride
  ) {
    self.interval = interval
    self.tolerance = tolerance
    super.init(to: downstream, on: scheduler, options: options)
  }

  override func receive(_ input: Input) -> Subscribers.Demand {
    hold(.value(input))
    return .none
  }

  override func finish(_ completion: Subscribers.Completion<Failure>) {
    hold(.completion(completion))
  }

  override func dismantle() -> (() -> Void)? {
    let dropped = held
    held = FIFO()
    return { withExtendedLifetime(dropped) {} }
  }

  private func hold(_ event: Event) {
    let due = scheduler.now.advanced(by: interval)
    let needsJob = lock.withLock {
      guard !isOver else { return false }
      held.append(Held(event: event, due: due))
      defer { isJobWaiting = true }
      return !isJobWaiting
    }
    if needsJob { wait(until: due) }
  }

  private func wait(until due: Context.SchedulerTimeType) {
    scheduler.schedule(after: due, tolerance: tolerance, options: options) { self.release() }
  }

  /// The job that has waited for the first event: that one is due, whatever the clock says.
  private func release() {
    let now = scheduler.now
    let next: Context.SchedulerTimeType? = lock.withLock {
      let time = max(now, held.first?.due ?? now)
      while let first = held.first, first.due <= time {
        _ = held.popFirst()
        put(first.event)
      }
      isJobWaiting = !held.isEmpty
      return held.first?.due
    }
    // A clock that was set back meanwhile does not make it wait longer than the interval.
    if let next { wait(until: min(next, now.advanced(by: interval))) }
    deliver()
  }

  /// Under the lock.
  private func put(_ event: Event) {
    switch event {
    case .value(let value): outbox.append(value)
    case .completion(let completion): outbox.close(completion)
    }
  }
}
