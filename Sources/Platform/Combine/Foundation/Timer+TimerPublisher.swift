// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Timer {
  /// A publisher that repeatedly publishes the date, at an interval.
  ///
  /// It begins when it is connected, and publishes on the thread whose run loop it was given, while that runs. A
  /// subscriber that has not asked when a date is due misses it.
  public final class TimerPublisher: ConnectablePublisher {
    /// The date at which the timer fired.
    public typealias Output = Date

    /// It cannot fail.
    public typealias Failure = Never

    /// The seconds between two dates.
    public let interval: TimeInterval

    /// The time in seconds by which a date may be published late; `nil` to leave it to the run loop.
    public let tolerance: TimeInterval?

    /// The run loop that publishes.
    public let runLoop: RunLoop

    /// The mode in which the run loop publishes.
    public let mode: RunLoop.Mode

    /// Options for the run loop.
    public let options: RunLoop.SchedulerOptions?

    private let receivers = TimerReceivers()

    /// Makes a publisher of dates.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two dates.
    ///   - tolerance: The seconds by which a date may be late; by default as the run loop likes.
    ///   - runLoop: The run loop that publishes.
    ///   - mode: The mode in which the run loop publishes.
    ///   - options: Options for the run loop.
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    /// Attaches the subscriber. It gets nothing before the publisher is connected.
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, S.Input == Date {
      let conduit = Conduit("Timer", to: subscriber, HotMachine<Date>())
      let membership = receivers.add { date in conduit.update { $0.offer(date) } }
      conduit.update { $0.attach(membership) }
      conduit.open()
    }

    /// Starts a timer.
    ///
    /// - Returns: A cancellable that stops the timer, also when released.
    public func connect() -> any Cancellable {
      let receivers = Handed(receivers)
      let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: true) { _ in
        receivers.value.send(Date())
      }
      if let tolerance { timer.tolerance = tolerance }
      runLoop.add(timer, forMode: mode)
      return AnyCancellable { timer.invalidate() }
    }
  }

  /// Makes a publisher that repeatedly publishes the date, at an interval, once it is connected.
  ///
  /// - Parameters:
  ///   - interval: The seconds between two dates.
  ///   - tolerance: The seconds by which a date may be late; by default as the run loop likes.
  ///   - runLoop: The run loop that publishes.
  ///   - mode: The mode in which the run loop publishes.
  ///   - options: Options for the run loop.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> Timer.TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }
}

/// The receivers of the dates of a timer publisher.
private final class TimerReceivers {
  private let lock = Lock()
  private var receivers: [(identifier: CombineIdentifier, receive: (Date) -> Void)] = []

  func add(_ receiver: @escaping (Date) -> Void) -> any Subscription {
    let membership = Membership(receivers: self)
    lock.withLock { receivers.append((membership.combineIdentifier, receiver)) }
    return membership
  }

  func send(_ date: Date) {
    for receiver in lock.withLock({ receivers }) { receiver.receive(date) }
  }

  fileprivate func remove(_ identifier: CombineIdentifier) {
    let removed = lock.withLock {
      receivers.firstIndex { $0.identifier == identifier }.map { receivers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }
}

/// Takes a receiver out again when it is cancelled.
private struct Membership: Subscription {
  let receivers: TimerReceivers
  let combineIdentifier = CombineIdentifier()

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    receivers.remove(combineIdentifier)
  }
}
