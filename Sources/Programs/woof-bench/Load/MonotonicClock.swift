// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The clock that all processes of this machine share.
enum MonotonicClock {
  /// The time in nanoseconds since the machine started.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The time in seconds since the machine started.
  static var seconds: Double { Double(nanoseconds) / 1e9 }
}
