// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock on which every pause is over at once, and noted.
final class InstantClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex<(now: Instant, pauses: [Duration])>((Instant(offset: .zero), []))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// How long somebody should have waited, each time.
  var pauses: [Duration] { state.withLock { $0.pauses } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.pauses.append(state.now.duration(to: deadline))
      state.now = max(state.now, deadline)
    }
    await Task.yield()
  }
}
