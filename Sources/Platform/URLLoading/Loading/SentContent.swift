/// How much of a load's content has been sent, and what of that a delegate still has to hear.
///
/// To tell of every piece costs more than to send it. So a delegate hears of what has gathered for a moment, and of the
/// end at once.
struct SentContent: Hashable, Sendable {
  /// What a delegate is told.
  struct Report: Hashable, Sendable {
    /// How many bytes have been sent since the last report.
    let new: Int64
    /// How many bytes have been sent in all.
    let count: Int64
    /// How many bytes there are to be sent; `nil` where that is not known.
    let total: Int64?
  }

  /// The least time between two reports, in nanoseconds.
  static let interval: Int64 = 20_000_000

  /// How many bytes have been sent.
  private(set) var count: Int64 = 0
  private var total: Int64?
  private var reported: Int64 = 0
  /// When the next report is due; none before the first byte.
  private var due: Int64?

  /// So much has been sent in all now.
  ///
  /// - Returns: What is to be told at once, if anything is.
  mutating func reach(_ count: Int64, of total: Int64?, at now: Int64) -> Report? {
    guard count > self.count else { return nil }
    (self.count, self.total) = (count, total)
    let due = due ?? now.addingSaturated(Self.interval)
    self.due = due
    guard count == total || now >= due else { return nil }
    self.due = now.addingSaturated(Self.interval)
    return takeRest()
  }

  /// What has not been told, when nothing more is sent.
  mutating func takeRest() -> Report? {
    guard count > reported else { return nil }
    defer { reported = count }
    return Report(new: count - reported, count: count, total: total)
  }
}
