// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The clocks of transfers: one that never goes back, and the time of day.
enum TransferClock {
  /// Nanoseconds since a fixed moment; never less than before.
  static var monotonicNanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  /// Seconds since 1970 (UTC).
  static var unixSeconds: Double { Double(read(CLOCK_REALTIME)) / 1e9 }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Duration {
  /// The duration in nanoseconds; the largest number where it does not fit.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || sumOverflow ? .max : sum
  }
}

extension Int64 {
  /// The sum, or the largest number where it does not fit.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
