// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the time between the values of its upstream.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// A length of time, as the scheduler measures it.
    public typealias Output = Context.SchedulerTimeType.Stride

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are timed.
    public let upstream: Upstream

    /// The scheduler that measures the time.
    public let scheduler: Context

    /// Makes a publisher that measures with `scheduler`.
    public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, S.Input == Context.SchedulerTimeType.Stride {
      upstream.subscribe(IntervalSubscriber<Upstream, S, Context>(subscriber, scheduler))
    }
  }
}

extension Publisher {
  /// Measures the time between values: publishes, instead of each value, the time since the one before it, or since
  /// subscribing.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures the time.
  ///   - options: Without effect, since nothing is scheduled.
  public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

private final class IntervalSubscriber<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>: Subscriber,
  CustomStringConvertible
where Downstream.Failure == Upstream.Failure, Downstream.Input == Context.SchedulerTimeType.Stride {
  let description = "MeasureInterval"
  private let subscription = OperatorSubscription("MeasureInterval")
  private let downstream: Downstream
  private let scheduler: Context
  private var last: Context.SchedulerTimeType

  init(_ downstream: Downstream, _ scheduler: Context) {
    self.downstream = downstream
    self.scheduler = scheduler
    last = scheduler.now
  }

  func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    last = scheduler.now
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    if subscription.isOver { return .none }
    let now = scheduler.now
    defer { last = now }
    return downstream.receive(last.distance(to: now))
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    if subscription.end() { downstream.receive(completion: completion) }
  }
}
