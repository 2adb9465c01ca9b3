// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// A clock on which no pause ends unless it is cancelled.
final class StillClock: Clock, Sendable {
  typealias Instant = InstantClock.Instant

  /// Opens when somebody begins to wait.
  let isAwaited = Gate()
  /// Opens when somebody has been told to wait no longer.
  let isLeft = Gate()

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    isAwaited.open()
    defer { isLeft.open() }
    try await Task.sleep(for: .seconds(3600))
  }
}
