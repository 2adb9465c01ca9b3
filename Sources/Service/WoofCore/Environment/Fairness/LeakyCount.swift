// SPDX-License-Identifier: Apache-2.0

/// A count of which one is forgotten every so often.
struct LeakyCount: Hashable, Sendable {
  private var value = 0
  private var start: Int64 = 0

  /// Returns the remaining count at a moment; all times are in nanoseconds.
  func level(at now: Int64, forgettingEvery interval: Int64) -> Int {
    let forgotten = max(0, now - start) / interval
    return forgotten >= value ? 0 : value - Int(forgotten)
  }

  /// Counts one more at a moment, up to a limit.
  mutating func add(at now: Int64, forgettingEvery interval: Int64, upTo limit: Int) {
    let level = level(at: now, forgettingEvery: interval)
    // An interval that has begun goes on, or whoever keeps counting would never see one forgotten.
    start = level == 0 ? now : start + Int64(value - level) * interval
    value = min(level + 1, limit)
  }
}
