/// Decides when the next part is read, so that reading takes no more than so many bytes a second.
struct ScrubPacing {
  /// The maximum number of bytes read per second; 0 for none at all.
  let byteRate: Int64
  /// The time from which the next part may be read, in nanoseconds.
  private(set) var nextRead: Int64

  init(byteRate: Int64, now: Int64) {
    self.byteRate = byteRate
    nextRead = now
  }

  /// Notes that so many bytes were read at a time. What was not read while there was no time for it is not made up for.
  mutating func note(byteCount: Int, at now: Int64) {
    guard byteRate > 0 else { return }
    let (nanoseconds, isTooLong) = Int64(byteCount).multipliedReportingOverflow(by: 1_000_000_000)
    rest(for: isTooLong ? .max : nanoseconds / byteRate, from: now)
  }

  /// Notes that nothing is to be read for so many nanoseconds.
  mutating func rest(for nanoseconds: Int64, from now: Int64) {
    let (time, isTooLate) = now.addingReportingOverflow(nanoseconds)
    nextRead = isTooLate ? .max : time
  }

  /// Returns the milliseconds until the next part may be read, at most about an hour; `nil` if none is ever read.
  func milliseconds(from now: Int64) -> Int? {
    guard byteRate > 0 else { return nil }
    return Int(min(max(0, nextRead - now), 3_600_000_000_000) / 1_000_000) + (now < nextRead ? 1 : 0)
  }
}
