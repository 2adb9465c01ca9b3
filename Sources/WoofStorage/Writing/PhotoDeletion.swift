internal import WoofCore
internal import WoofModel

/// How photos are deleted.
struct PhotoDeletion: Sendable {
  /// For how long they can be restored; not at all where it is zero.
  let grace: Duration
  /// What time it is.
  let time: any TimeSource

  /// When a photo is deleted now, and until when it can be restored; `nil` where it cannot be.
  var period: (start: Timestamp, end: Timestamp)? {
    guard grace > .zero else { return nil }
    let now = time.now()
    return (now, now.advanced(by: grace))
  }
}

extension Timestamp {
  /// The moment so much later, as far as the years 0 to 9999 reach.
  func advanced(by duration: Duration) -> Timestamp {
    let (later, isTooLate) = milliseconds.addingReportingOverflow(duration.nanoseconds / 1_000_000)
    return Timestamp(milliseconds: isTooLate ? .max : later)
  }
}
