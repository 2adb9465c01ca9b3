// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The time of a harness, as the modules of the service see it.
struct ServiceTime: TimeSource {
  let clock: HarnessClock

  func now() -> Timestamp { clock.now }
  func monotonicNanoseconds() -> Int64 { clock.monotonicNanoseconds }
}

/// The time of a harness, as the event loops see it.
struct LoopClock: ServerClock {
  let clock: HarnessClock

  var monotonicNanoseconds: Int64 { clock.monotonicNanoseconds }
  var unixSeconds: Int64 { clock.now.milliseconds / 1000 }
  var runsByItself: Bool { clock.runsByItself }
  func observeJumps(_ observer: @escaping @Sendable () -> Void) { clock.observeJumps(observer) }
}
