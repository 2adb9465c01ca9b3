// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that subscribes, requests and cancels on a scheduler.
  ///
  /// Values and completion come on whichever thread the upstream sends them, often that of the request.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher that is subscribed to elsewhere.
    public let upstream: Upstream

    /// The scheduler that subscribes, requests and cancels.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that subscribes on `scheduler`.
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches the subscriber, as soon as the scheduler gets to it.
    public func receive<S: Subscriber>(subscriber: S) where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let connection = SubscribeOnOperator<Upstream, S, Context>(subscriber, scheduler, options)
      let upstream = upstream
      scheduler.schedule(options: options) { upstream.subscribe(connection) }
    }
  }
}

extension Publisher {
  /// Subscribes, requests and cancels on a scheduler.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that does so.
  ///   - options: Options for the scheduler.
  public func subscribe<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.SubscribeOn<Self, S> {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

private final class SubscribeOnOperator<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>: Subscriber,
  Subscription, CustomStringConvertible
where Downstream.Failure == Upstream.Failure, Downstream.Input == Upstream.Output {
  let description = "SubscribeOn"
  private let lock = Lock()
  private let scheduler: Context
  private let options: Context.SchedulerOptions?
  private var downstream: Downstream?
  private var upstream = Connection.awaited

  /// The demand that comes while the subscriber is still receiving its subscription; `nil` from then on. It is passed
  /// on afterwards, as values might otherwise come on another thread before the subscriber has its subscription.
  private var early: Subscribers.Demand? = Subscribers.Demand.none

  init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
    self.downstream = downstream
    self.scheduler = scheduler
    self.options = options
  }

  func receive(subscription: any Subscription) {
    let receiver = lock.withLock { upstream.attach(subscription) ? downstream : nil }
    guard let receiver else { return subscription.cancel() }
    receiver.receive(subscription: self)
    let demand = lock.withLock { early.take() }
    if let demand { request(demand) }
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    lock.withLock { downstream }?.receive(input) ?? .none
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    var subscription: (any Subscription)?
    let downstream = lock.withLock {
      subscription = upstream.end()
      return self.downstream.take()
    }
    withExtendedLifetime(subscription) { downstream?.receive(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    let isEarly = lock.withLock {
      guard let early else { return false }
      self.early = early + demand
      return true
    }
    guard !isEarly, demand > .none else { return }
    scheduler.schedule(options: options) { self.subscription?.request(demand) }
  }

  func cancel() {
    var subscription: (any Subscription)?
    let downstream = lock.withLock {
      subscription = upstream.end()
      return self.downstream.take()
    }
    guard let subscription else { return }
    withExtendedLifetime(downstream) {
      scheduler.schedule(options: options) { subscription.cancel() }
    }
  }

  private var subscription: (any Subscription)? {
    lock.withLock { upstream.subscription }
  }
}
