// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

extension EventHub {
  /// The time between two looks for subscribers that have been idle for long, and for streams that are to end.
  private static let tick = Duration.seconds(1)

  /// Looks after idle subscribers from now on, with one timer for all. Those that are found share the pace of events,
  /// so that thousands of heartbeats do not keep the loop from its work.
  func scheduleHeartbeats() {
    heartbeat = loop.schedule(after: Self.tick) {
      guard !self.rotation.members.isEmpty else { return }
      self.findIdle()
      self.reviewStandings()
      self.scheduleHeartbeats()
    }
  }

  private func findIdle() {
    let now = loop.clock.monotonicNanoseconds
    // Who would be idle for too long by the next look is too.
    let allowed = (feed.configuration.heartbeatInterval - Self.tick).wholeNanoseconds
    for subscriber in rotation.members where now - subscriber.sentAt >= allowed && !subscriber.isBlocked {
      subscriber.owesHeartbeat = true
      serveSoon(subscriber)
    }
  }
}

extension Duration {
  /// The duration in nanoseconds; the largest number where it does not fit.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole + attoseconds / 1_000_000_000
  }

  /// The duration in milliseconds.
  var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
