// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel
import WoofStoreConformance

/// A clock that is moved by hand.
final class ManualTime: TimeSource {
  private let state = Mutex((elapsed: Int64(0), wall: Int64(0), boot: "first"))

  func now() -> Timestamp { Sample.time(state.withLock { $0.elapsed + $0.wall }) }

  func monotonicNanoseconds() -> Int64 { state.withLock { $0.elapsed * 1_000_000 } }

  func bootClock() -> BootClock { state.withLock { BootClock(boot: $0.boot, milliseconds: $0.elapsed) } }

  func advance(milliseconds: Int64) { state.withLock { $0.elapsed += milliseconds } }

  /// Sets the wall clock, and nothing else, so much on, or back.
  func moveWallClock(milliseconds: Int64) { state.withLock { $0.wall += milliseconds } }

  /// Boots the machine.
  func boot(_ name: String) { state.withLock { $0.boot = name } }
}
