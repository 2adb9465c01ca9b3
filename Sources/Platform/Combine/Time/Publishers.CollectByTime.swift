// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that gathers values and publishes them, as arrays, at intervals.
  ///
  /// An interval without values publishes nothing. What has been gathered when the upstream finishes goes out before the
  /// completion; when it fails, only the failure goes out. Nothing is lost for want of demand: gathering goes on.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// Values of the upstream.
    public typealias Output = [Upstream.Output]

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are gathered.
    public let upstream: Upstream

    /// The times at which the gathered values go out.
    public let strategy: Publishers.TimeGroupingStrategy<Context>

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that gathers values by `strategy`.
    public init(
      upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, S.Input == [Upstream.Output] {
      upstream.subscribe(CollectOperator<Upstream, S, Context>(to: subscriber, strategy: strategy, options: options))
    }
  }
}

extension Publisher {
  /// Gathers values and publishes them, as arrays, at intervals or whenever there are enough.
  ///
  /// - Parameters:
  ///   - strategy: The rule by which the gathered values go out: at intervals, or also as soon as there are enough.
  ///   - options: Options for the scheduler.
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

private final class CollectOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  ScheduledOperator<Upstream, Downstream, Context>, CustomStringConvertible
where Upstream.Failure == Downstream.Failure, Downstream.Input == [Upstream.Output] {
  let description = "CollectByTime"
  private let interval: Context.SchedulerTimeType.Stride
  private let limit: Int?
  private var collected: [Input] = []
  private var timer: (any Cancellable)?

  init(
    to downstream: Downstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
  ) {
    switch strategy {
    case .byTime(let scheduler, let interval):
      self.interval = interval
      limit = nil
      super.init(to: downstream, on: scheduler, options: options, initialDemand: .unlimited)
    case .byTimeOrCount(let scheduler, let interval, let count):
      self.interval = interval
      limit = max(1, count)
      super.init(to: downstream, on: scheduler, options: options)
    }
  }

  override func start() {
    let timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: options
    ) { [weak self] in self?.timerFired() }
    let isWanted = lock.withLock {
      guard !isOver, !outbox.isClosed else { return false }
      self.timer = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  override func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand {
    demand * (limit ?? 1)
  }

  override func receive(_ input: Input) -> Subscribers.Demand {
    let isFull = lock.withLock {
      guard !isOver else { return false }
      collected.append(input)
      guard let limit, collected.count >= limit else { return false }
      outbox.append(takeCollected())
      return true
    }
    if isFull { scheduleDelivery() }
    return .none
  }

  override func finish(_ completion: Subscribers.Completion<Failure>) {
    var timer: (any Cancellable)?
    let dropped = lock.withLock {
      let rest = takeCollected()
      if case .finished = completion, !rest.isEmpty { outbox.append(rest) }
      outbox.close(completion)
      timer = self.timer.take()
      return rest
    }
    timer?.cancel()
    withExtendedLifetime(dropped) { scheduleDelivery() }
  }

  override func dismantle() -> (() -> Void)? {
    let (dropped, timer) = (takeCollected(), self.timer.take())
    return { withExtendedLifetime(dropped) { timer?.cancel() } }
  }

  private func takeCollected() -> [Input] {
    defer { collected = [] }
    return collected
  }

  private func timerFired() {
    lock.withLock {
      guard !isOver, !outbox.isClosed, !collected.isEmpty, outbox.unmet > 0 else { return }
      outbox.append(takeCollected())
    }
    deliver()
  }
}
