// SPDX-License-Identifier: Apache-2.0

/// The amount of a load's content that has been sent, and the part of it that a delegate still has to hear of.
///
/// To report every piece would cost more than to send it. A delegate is therefore told of what has gathered for a
/// moment, and of the end at once.
struct SentContent: Hashable, Sendable {
  /// A report of progress to a delegate.
  struct Report: Hashable, Sendable {
    /// The number of bytes sent since the last report.
    let new: Int64
    /// The number of bytes sent in all.
    let count: Int64
    /// The number of bytes to be sent in all; `nil` if it is not known.
    let total: Int64?
  }

  /// The least time between two reports, in nanoseconds.
  static let interval: Int64 = 20_000_000

  /// The number of bytes sent in all.
  private(set) var count: Int64 = 0
  private var total: Int64?
  private var reported: Int64 = 0
  /// The time at which the next report is due, in nanoseconds; `nil` before the first byte.
  private var due: Int64?

  /// Notes how much has been sent in all.
  ///
  /// - Returns: The report that is due at once; `nil` if none is.
  mutating func reach(_ count: Int64, of total: Int64?, at now: Int64) -> Report? {
    guard count > self.count else { return nil }
    (self.count, self.total) = (count, total)
    let due = due ?? now.addingSaturated(Self.interval)
    self.due = due
    guard count == total || now >= due else { return nil }
    self.due = now.addingSaturated(Self.interval)
    return takeRest()
  }

  /// Takes the report of the bytes that have not been reported yet, when nothing more is sent; `nil` if there are none.
  mutating func takeRest() -> Report? {
    guard count > reported else { return nil }
    defer { reported = count }
    return Report(new: count - reported, count: count, total: total)
  }
}
