// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The clock of loops and servers. Every time limit of the engine is measured by it, so that a test can pass through
/// hours without waiting.
package protocol ServerClock: Sendable {
  /// Nanoseconds since a fixed moment; never less than before.
  var monotonicNanoseconds: Int64 { get }
  /// The time of day: seconds since 1970 (UTC).
  var unixSeconds: Int64 { get }
  /// The processor time that the current thread has used, in nanoseconds; by default, as the system counts it.
  var threadProcessorNanoseconds: Int64 { get }
  /// `true`, the default, if time passes by itself. If it does not, nothing that is due later happens before the clock
  /// tells of a jump.
  var runsByItself: Bool { get }
  /// Asks to be told when the time has jumped. A clock that runs with real time never tells.
  func observeJumps(_ observer: @escaping @Sendable () -> Void)
}

extension ServerClock {
  /// The time that the system counts.
  package var threadProcessorNanoseconds: Int64 { KernelClock.threadProcessor.nanoseconds }

  /// `true`: time passes by itself.
  package var runsByItself: Bool { true }
}

/// The clock of the machine.
package struct SystemClock: ServerClock {
  /// Makes a clock; all are the same.
  package init() {}

  /// `CLOCK_MONOTONIC`.
  package var monotonicNanoseconds: Int64 { KernelClock.monotonic.nanoseconds }

  /// `CLOCK_REALTIME`, in whole seconds.
  package var unixSeconds: Int64 { KernelClock.realTime.nanoseconds / 1_000_000_000 }

  /// Does nothing: this clock does not jump.
  package func observeJumps(_ observer: @escaping @Sendable () -> Void) {}
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
