// SPDX-License-Identifier: Apache-2.0

// Which of the two modules defines `timespec` depends on the order in which the compiler meets them.
internal import CLinux
internal import Glibc

/// The clocks of the kernel (clock_gettime(2)).
package enum KernelClock: Sendable {
  /// The time since some fixed moment, the same for all processes; never goes back, and stands while the machine sleeps.
  case monotonic
  /// The time of day: since the start of 1970 in UTC, without leap seconds.
  case realTime
  /// The time since the machine was booted, with the time for which it slept.
  case sinceBoot
  /// The time for which the calling thread has had a processor.
  case threadProcessor

  /// The reading, in nanoseconds.
  package var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(id, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private var id: clockid_t {
    switch self {
    case .monotonic: CLOCK_MONOTONIC
    case .realTime: CLOCK_REALTIME
    case .sinceBoot: CLOCK_BOOTTIME
    case .threadProcessor: CLOCK_THREAD_CPUTIME_ID
    }
  }
}
