// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofModel
internal import WoofSystem

/// A source of the current time; tests and the harness use one that they advance by hand.
package protocol TimeSource: Sendable {
  /// The wall clock.
  func now() -> Timestamp
  /// Nanoseconds since some fixed moment, never going back.
  func monotonicNanoseconds() -> Int64
  /// A clock that goes on while the machine sleeps. By default it is the monotonic one, of a machine that never boots.
  func bootClock() -> BootClock
}

extension TimeSource {
  /// The monotonic clock, of a machine that never boots.
  package func bootClock() -> BootClock { BootClock(boot: "", milliseconds: monotonicNanoseconds() / 1_000_000) }
}

/// The clocks of the system.
package struct SystemTimeSource: TimeSource {
  /// Makes the source.
  package init() {}

  /// The wall clock, to the millisecond.
  package func now() -> Timestamp {
    Timestamp(milliseconds: KernelClock.realTime.nanoseconds / 1_000_000)
  }

  /// The system's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
  package func monotonicNanoseconds() -> Int64 { KernelClock.monotonic.nanoseconds }

  /// The time since the machine was booted, with the time for which it slept.
  package func bootClock() -> BootClock {
    BootClock(boot: Self.boot, milliseconds: KernelClock.sinceBoot.nanoseconds / 1_000_000)
  }

  /// The kernel's name of this boot (proc(5), random/boot_id); where it does not tell, one that no other process has.
  private static let boot: String = {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else {
      return "process \(KernelClock.realTime.nanoseconds)"
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }()
}
