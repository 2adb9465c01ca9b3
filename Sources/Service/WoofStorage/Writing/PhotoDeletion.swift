// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The rules for deleting photos.
struct PhotoDeletion: Sendable {
  /// The time for which deleted photos can be restored; zero if they cannot be.
  let grace: Duration
  /// The source of the current time.
  let time: any TimeSource
  /// The clock for the grace period, which does not end because somebody sets the wall clock.
  let steadyTime: SteadyTime

  /// The period in which a photo that is deleted now can be restored; `nil` if it cannot be.
  ///
  /// The start is a time of the wall clock, the end one of the steady time.
  var period: (start: Timestamp, end: Timestamp)? {
    guard grace > .zero else { return nil }
    return (time.now(), steadyTime.now().advanced(by: grace))
  }
}

/// Tells of deleted photos whether, and until when, they can be restored.
struct RestorationClock: Sendable {
  /// The steady time.
  let now: Timestamp
  private let wall: Timestamp

  /// Reads both clocks.
  init(time: any TimeSource, steadyTime: SteadyTime) {
    now = steadyTime.now()
    wall = time.now()
  }

  /// Returns whether a photo that can be restored until `end`, by the steady time, can still be restored.
  func isBefore(_ end: Timestamp) -> Bool { end > now }

  /// Returns the time that the wall clock will show at `end`, by the steady time, if nobody sets it until then.
  func wallTime(of end: Timestamp) -> Timestamp {
    wall.advanced(by: .milliseconds(end.milliseconds - now.milliseconds))
  }
}

extension Timestamp {
  /// The moment so much later, as far as the years 0 to 9999 reach.
  func advanced(by duration: Duration) -> Timestamp {
    let (later, isTooLate) = milliseconds.addingReportingOverflow(duration.nanoseconds / 1_000_000)
    return Timestamp(milliseconds: isTooLate ? .max : later)
  }
}
