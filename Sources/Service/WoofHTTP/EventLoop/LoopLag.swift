// SPDX-License-Identifier: Apache-2.0

/// The lengths of a loop's rounds. The longest one is the longest time that something ready had to wait for the loop.
public struct LoopLag: Hashable, Sendable {
  /// The number of rounds.
  public private(set) var roundCount: UInt64 = 0
  /// The longest round, in nanoseconds.
  public private(set) var longest: Int64 = 0
  /// All rounds together, in nanoseconds.
  public private(set) var total: Int64 = 0
  /// Rounds by their length: the element at `n` counts those shorter than 2ⁿ microseconds and not shorter than the
  /// element before it; the last counts all longer ones.
  public private(set) var histogram = [UInt64](repeating: 0, count: 24)

  /// Makes a record of no rounds.
  public init() {}

  mutating func record(nanoseconds: Int64) {
    roundCount += 1
    total += nanoseconds
    longest = max(longest, nanoseconds)
    let microseconds = UInt64(max(0, nanoseconds)) / 1_000
    histogram[min(UInt64.bitWidth - microseconds.leadingZeroBitCount, histogram.count - 1)] += 1
  }
}
