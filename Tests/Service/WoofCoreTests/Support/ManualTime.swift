// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel

/// Clocks that stand until a test moves them.
final class ManualTime: TimeSource {
  private let clocks = Mutex((wall: Int64(1_777_629_600_000), monotonic: Int64(1_000_000_000)))

  func now() -> Timestamp { Timestamp(milliseconds: clocks.withLock(\.wall)) }

  func monotonicNanoseconds() -> Int64 { clocks.withLock(\.monotonic) }

  /// Moves both clocks on.
  func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    clocks.withLock { clocks in
      clocks.wall += seconds * 1000 + attoseconds / 1_000_000_000_000_000
      clocks.monotonic += seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }

  /// Sets the wall clock, as an operator or NTP does.
  func setWallClock(to milliseconds: Int64) { clocks.withLock { $0.wall = milliseconds } }
}
