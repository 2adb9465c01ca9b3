// SPDX-License-Identifier: Apache-2.0

/// The allowance of a loop's time for sending events. It grows with time, is used up by sending, and is never more than
/// what a small fan-out takes at once. Few subscribers therefore wait for nothing, and the more there are, the more
/// changes they get together. The more the loop has to do besides, the slower the allowance grows.
///
/// All times are in nanoseconds.
struct FanOutPacing: Hashable, Sendable {
  /// The part of the time that may be used, of 1: the least where the loop is busy with other work, the most where it
  /// has nothing else to do.
  let shares: ClosedRange<Double>
  /// The most that is saved up.
  let burst: Int64

  /// The part of the time that sending and other work may take together before sending takes less.
  private static let sharedLimit = 0.75
  /// The time over which the share of other work is measured, in nanoseconds.
  private static let memory = 50_000_000.0

  private var allowance: Int64
  private var gainedAt: Int64
  private var otherShare = 0.0
  private var spentAt: Int64

  /// Makes a full allowance.
  init(shares: ClosedRange<Double>, burst: Int64 = 2_000_000, at now: Int64) {
    let least = min(1, max(0.01, shares.lowerBound))
    self.shares = least...min(1, max(least, shares.upperBound))
    self.burst = burst
    allowance = burst
    gainedAt = now
    spentAt = now
  }

  /// Notes that so much time has been used, the last of it just now, and so much for other work since that was said last.
  mutating func spend(_ used: Int64, others: Int64? = nil, at now: Int64) {
    gain(until: now)
    allowance -= used
    let elapsed = Double(now - spentAt)
    guard let others, elapsed > 0 else { return }
    otherShare += (min(1, Double(others) / elapsed) - otherShare) * min(1, elapsed / Self.memory)
    spentAt = now
  }

  /// The time after which sending may go on, in nanoseconds; 0 for at once. Whoever has to wait waits for a quarter of
  /// the burst, so that there are few waits.
  mutating func delay(at now: Int64) -> Int64 {
    gain(until: now)
    guard allowance <= 0 else { return 0 }
    return Int64(Double(burst / 4 - allowance) / share)
  }

  /// The part of the time that may be used now.
  private var share: Double { min(shares.upperBound, max(shares.lowerBound, Self.sharedLimit - otherShare)) }

  private mutating func gain(until now: Int64) {
    allowance = min(burst, allowance + Int64(Double(max(0, now - gainedAt)) * share))
    gainedAt = max(gainedAt, now)
  }
}
