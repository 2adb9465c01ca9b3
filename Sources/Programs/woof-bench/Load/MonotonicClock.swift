// SPDX-License-Identifier: Apache-2.0

import WoofSystem

/// The clock that all processes of this machine share.
enum MonotonicClock {
  /// The time in nanoseconds since the machine started.
  static var nanoseconds: UInt64 { UInt64(KernelClock.monotonic.nanoseconds) }

  /// The time in seconds since the machine started.
  static var seconds: Double { Double(nanoseconds) / 1e9 }
}
