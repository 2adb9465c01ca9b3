import Glibc

/// The clock that all processes of this machine share.
enum MonotonicClock {
  /// Nanoseconds since the machine started.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Seconds since the machine started.
  static var seconds: Double { Double(nanoseconds) / 1e9 }
}
