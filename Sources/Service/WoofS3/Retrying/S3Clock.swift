// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The time by which requests are signed, measured and repeated.
package protocol S3Clock: Sendable {
  /// Seconds since the start of 1970 in UTC, by this machine.
  var secondsSince1970: Int64 { get }
  /// A time that never goes back, since some fixed moment.
  var monotonic: Duration { get }
  /// Waits.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The clocks of the system.
package struct SystemS3Clock: S3Clock {
  /// Makes a clock.
  package init() {}

  package var secondsSince1970: Int64 { KernelClock.realTime.nanoseconds / 1_000_000_000 }
  package var monotonic: Duration { .nanoseconds(KernelClock.monotonic.nanoseconds) }
  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
