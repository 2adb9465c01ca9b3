// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the first or the latest value of each interval.
  ///
  /// The first value of all goes out at once; after each one nothing goes out for an interval. The upstream is asked
  /// without limit; what comes while there is no demand is dropped. A value that waits when the upstream completes still
  /// goes out, at its time, before the completion.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are thinned out.
    public let upstream: Upstream

    /// The least time between two values.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler that measures the time and delivers.
    public let scheduler: Context

    /// `true` to publish the latest value of each interval, `false` to publish the first.
    public let latest: Bool

    /// Makes a publisher of at most one value in each `interval`.
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S) where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(
        ThrottleOperator<Upstream, S, Context>(to: subscriber, on: scheduler, interval: interval, latest: latest))
    }
  }
}

extension Publisher {
  /// Publishes either the latest or the first value of each interval.
  ///
  /// - Parameters:
  ///   - interval: The least time between two values.
  ///   - scheduler: The scheduler that measures the time and delivers.
  ///   - latest: `true` to publish the latest value of an interval, `false` to publish the first.
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

private final class ThrottleOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  ScheduledOperator<Upstream, Downstream, Context>, CustomStringConvertible
where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
  let description = "Throttle"
  private let interval: Context.SchedulerTimeType.Stride
  private let latest: Bool
  private var pending: Input?
  private var pendingCompletion: Subscribers.Completion<Failure>?
  private var lastEmission: Context.SchedulerTimeType?

  init(
    to downstream: Downstream, on scheduler: Context, interval: Context.SchedulerTimeType.Stride, latest: Bool
  ) {
    self.interval = interval
    self.latest = latest
    super.init(to: downstream, on: scheduler, options: nil, initialDemand: .unlimited)
  }

  private enum Plan {
    case none
    case now
    case after(Context.SchedulerTimeType)
  }

  override func receive(_ input: Input) -> Subscribers.Demand {
    let now = scheduler.now
    var displaced: Input? = input
    let plan: Plan = lock.withLock {
      guard !isOver else { return .none }
      guard pending == nil else {
        if latest { swap(&pending, &displaced) }
        return .none
      }
      guard outbox.unmet > 0 else { return .none }
      swap(&pending, &displaced)
      guard let next = lastEmission?.advanced(by: interval), now < next else { return .now }
      return .after(next)
    }
    switch plan {
    case .none: break
    case .now: scheduler.schedule { self.emit() }
    case .after(let time): scheduler.schedule(after: time) { self.emit() }
    }
    return withExtendedLifetime(displaced) { .none }
  }

  override func finish(_ completion: Subscribers.Completion<Failure>) {
    lock.withLock {
      if pending == nil { outbox.close(completion) } else { pendingCompletion = completion }
    }
    scheduleDelivery()
  }

  override func dismantle() -> (() -> Void)? {
    let dropped = pending.take()
    return { withExtendedLifetime(dropped) {} }
  }

  private func emit() {
    let now = scheduler.now
    lock.withLock {
      guard let value = pending.take() else { return }
      lastEmission = now
      outbox.append(value)
      if let completion = pendingCompletion { outbox.close(completion) }
    }
    deliver()
  }
}
