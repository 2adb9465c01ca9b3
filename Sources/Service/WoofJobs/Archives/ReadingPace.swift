// SPDX-License-Identifier: Apache-2.0

/// Decides for how long reading rests, so that it takes no more than so many bytes a second. Time that was not used is not made
/// up for.
struct ReadingPace: Hashable, Sendable {
  private static let limit: Int64 = 60_000_000_000

  private let byteRate: Int64
  /// The time from which the next part may be read, in nanoseconds of the monotonic clock.
  private var nextRead: Int64

  /// - Parameters:
  ///   - byteRate: The maximum number of bytes a second, at least one.
  ///   - now: The time at which reading begins.
  init(byteRate: Int64, now: Int64) {
    self.byteRate = max(1, byteRate)
    nextRead = now
  }

  /// Notes that a part was read.
  ///
  /// - Returns: The nanoseconds until the next part may be read, at most a minute.
  mutating func rest(after byteCount: Int, at now: Int64) -> Int64 {
    let (product, isTooLong) = Int64(byteCount).multipliedReportingOverflow(by: 1_000_000_000)
    let duration = isTooLong ? Self.limit : min(Self.limit, product / byteRate)
    // The time that reading itself took counts, but nothing before it.
    nextRead = max(nextRead, now - duration) + duration
    return min(max(0, nextRead - now), Self.limit)
  }
}
