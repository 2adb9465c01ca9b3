// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that ends when its upstream sends nothing for a time.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher that is waited for.
    public let upstream: Upstream

    /// The longest time for which the upstream may send nothing, after subscribing and after each value.
    public let interval: Context.SchedulerTimeType.Stride

    /// The scheduler that measures the time and delivers.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes the error to fail with when time is up; without it the publisher finishes.
    public let customError: (() -> Upstream.Failure)?

    /// Makes a publisher that waits no longer than `interval`.
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Publishers.Timeout<Upstream, Context>.Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S) where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(
        TimeoutOperator<Upstream, S, Context>(
          to: subscriber, on: scheduler, options: options, interval: interval, customError: customError))
    }
  }
}

extension Publisher {
  /// Ends publishing if the upstream sends nothing for a time, after subscribing or after a value.
  ///
  /// - Parameters:
  ///   - interval: The longest time in which the upstream may send nothing.
  ///   - scheduler: The scheduler that measures the time and delivers.
  ///   - options: Options for the scheduler.
  ///   - customError: Makes the error to fail with when time is up; without it the publisher finishes.
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options, customError: customError)
  }
}

/// One timer runs at a time, not one for each value: when it fires and the time is not up, since values have come, it
/// is set again for the time that is left.
private final class TimeoutOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  ScheduledOperator<Upstream, Downstream, Context>, CustomStringConvertible
where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
  let description = "Timeout"
  private let interval: Context.SchedulerTimeType.Stride
  private let customError: (() -> Failure)?
  private var deadline: Context.SchedulerTimeType

  init(
    to downstream: Downstream, on scheduler: Context, options: Context.SchedulerOptions?,
    interval: Context.SchedulerTimeType.Stride, customError: (() -> Failure)?
  ) {
    self.interval = interval
    self.customError = customError
    deadline = scheduler.now.advanced(by: interval)
    super.init(to: downstream, on: scheduler, options: options)
  }

  override func start() {
    let first = scheduler.now.advanced(by: interval)
    lock.withLock { deadline = max(deadline, first) }
    setTimer(for: first)
  }

  override func receive(_ input: Input) -> Subscribers.Demand {
    let next = scheduler.now.advanced(by: interval)
    deliverLater {
      deadline = next
      $0.append(input)
    }
    return .none
  }

  override func finish(_ completion: Subscribers.Completion<Failure>) {
    deliverLater { $0.close(completion) }
  }

  private func setTimer(for time: Context.SchedulerTimeType) {
    scheduler.schedule(after: time, tolerance: scheduler.minimumTolerance, options: options) { [weak self] in
      self?.timerFired()
    }
  }

  private func timerFired() {
    let now = scheduler.now
    let (deadline, isWaiting) = lock.withLock { (self.deadline, !isOver && !outbox.isClosed) }
    guard isWaiting else { return }
    if now < deadline { return setTimer(for: deadline) }
    guard let subscription = endUpstream() else { return }
    subscription.cancel()
    let completion = customError.map { Subscribers.Completion.failure($0()) } ?? .finished
    lock.withLock { outbox.close(completion) }
    deliver()
  }
}
