// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofHTTP

/// A clock that a test moves.
final class ManualClock: ServerClock {
  private let time = Atomic<Int64>(1_000_000_000)
  private let observers = Mutex<[@Sendable () -> Void]>([])

  var monotonicNanoseconds: Int64 { time.load(ordering: .acquiring) }
  var unixSeconds: Int64 { monotonicNanoseconds / 1_000_000_000 }
  func observeJumps(_ observer: @escaping @Sendable () -> Void) { observers.withLock { $0.append(observer) } }

  /// Lets time pass.
  func advance(by nanoseconds: Int64) {
    time.add(nanoseconds, ordering: .acquiringAndReleasing)
    for observer in observers.withLock({ $0 }) { observer() }
  }
}
