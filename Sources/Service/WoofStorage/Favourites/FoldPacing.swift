// SPDX-License-Identifier: Apache-2.0

/// Decides after how many favourites they are folded: the more at once, the cheaper each, but while they are folded
/// nothing else is written.
struct FoldPacing {
  /// The fewest.
  static let least = 2048
  /// The most; also bounds what a start after a crash has to read.
  static let most = 16_384
  /// The longest that a fold should take, in nanoseconds.
  static let target: Int64 = 100_000_000

  /// The number of entries from which the journal is folded: 8,192 at first, then between ``least`` and ``most``.
  private(set) var limit = 8192

  /// Learns from a fold of so many entries that took so many nanoseconds.
  mutating func note(entryCount: Int, nanoseconds: Int64) {
    guard entryCount >= limit else { return }
    if nanoseconds > Self.target {
      limit = max(Self.least, limit / 2)
    } else if nanoseconds < Self.target / 3 {
      limit = min(Self.most, limit * 2)
    }
  }
}
