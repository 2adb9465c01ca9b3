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

    /// How much later it may get.
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
  ///   - tolerance: How much later it may get; by default the least the scheduler knows.
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

/// Every event has a job of its own; a job lets go the event that has waited longest, so that the order is kept
/// whatever the order of the jobs.
private final class DelayOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  ScheduledOperator<Upstream, Downstream, Context>, CustomStringConvertible
where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
  private enum Event {
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
  }

  let description = "Delay"
  private let interval: Context.SchedulerTimeType.Stride
  private let tolerance: Context.SchedulerTimeType.Stride
  private var waiting = FIFO<Event>()

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
    let dropped = waiting
    waiting = FIFO()
    return { withExtendedLifetime(dropped) {} }
  }

  private func hold(_ event: Event) {
    let isWanted = lock.withLock {
      guard !isOver else { return false }
      waiting.append(event)
      return true
    }
    guard isWanted else { return }
    let due = scheduler.now.advanced(by: interval)
    scheduler.schedule(after: due, tolerance: tolerance, options: options) { self.release() }
  }

  private func release() {
    lock.withLock {
      switch waiting.popFirst() {
      case .value(let value): outbox.append(value)
      case .completion(let completion): outbox.close(completion)
      case nil: break
      }
    }
    deliver()
  }
}
