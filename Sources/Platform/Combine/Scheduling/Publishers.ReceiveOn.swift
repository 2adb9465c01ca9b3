// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that delivers values and completion on a scheduler.
  ///
  /// They keep their order, and come one at a time, also where the scheduler performs several actions at once. Requests
  /// and cancelling reach the upstream on the thread they are made on.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are delivered elsewhere.
    public let upstream: Upstream

    /// The scheduler that delivers.
    public let scheduler: Context

    /// Options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Makes a publisher that delivers on `scheduler`.
    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    /// Attaches the subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(ReceiveOnSubscriber(subscriber, on: scheduler, options: options))
    }
  }
}

extension Publisher {
  /// Delivers values and completion on a scheduler.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that delivers.
  ///   - options: Options for the scheduler.
  @inlinable public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}
