internal import Glibc
public import WoofModel

/// What time it is; tests and the harness give one that they move by hand.
public protocol TimeSource: Sendable {
  /// The wall clock.
  func now() -> Timestamp
  /// Nanoseconds since some fixed moment, never going back.
  func monotonicNanoseconds() -> Int64
}

/// The clocks of the system.
public struct SystemTimeSource: TimeSource {
  /// Makes the source.
  public init() {}

  /// The wall clock, to the millisecond.
  public func now() -> Timestamp {
    Timestamp(milliseconds: Self.nanoseconds(CLOCK_REALTIME) / 1_000_000)
  }

  /// The monotonic clock.
  public func monotonicNanoseconds() -> Int64 { Self.nanoseconds(CLOCK_MONOTONIC) }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
