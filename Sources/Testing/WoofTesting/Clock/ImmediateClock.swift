// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A clock whose sleeps end at once: the pauses of a client that tries again cost a test no time.
public final class ImmediateClock: Clock {
  /// A moment of the clock: how long has been slept.
  public struct Instant: InstantProtocol {
    /// The time that has been slept.
    public var slept: Duration

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(slept: slept + duration) }
    /// The time from here to another moment.
    public func duration(to other: Instant) -> Duration { other.slept - slept }
    /// Orders earlier before later.
    public static func < (left: Instant, right: Instant) -> Bool { left.slept < right.slept }
  }

  private let time = Mutex(Duration.zero)

  /// Makes a clock on which nobody has slept yet.
  public init() {}

  /// The sum of all sleeps so far.
  public var now: Instant { Instant(slept: time.withLock { $0 }) }

  /// Nothing is too short.
  public var minimumResolution: Duration { .zero }

  /// Returns at once; the time has passed then.
  ///
  /// - Throws: `CancellationError` where the task has been cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.slept) }
  }
}
