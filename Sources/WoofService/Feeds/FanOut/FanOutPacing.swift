/// How much of a loop's time may go into sending events: an allowance that grows with time, is used up by sending, and
/// is never more than what a small fan-out takes at once. Few subscribers therefore wait for nothing, and the more there
/// are, the more changes they get together.
///
/// All times are in nanoseconds.
struct FanOutPacing: Hashable, Sendable {
  /// The part of the time that may be used, of 1.
  let share: Double
  /// The most that is saved up.
  let burst: Int64

  private var allowance: Int64
  private var updatedAt: Int64

  /// Makes a full allowance.
  init(share: Double, burst: Int64 = 2_000_000, at now: Int64) {
    self.share = min(1, max(0.01, share))
    self.burst = burst
    allowance = burst
    updatedAt = now
  }

  /// Notes that so much time has been used, the last of it just now.
  mutating func spend(_ used: Int64, at now: Int64) {
    gain(until: now)
    allowance -= used
  }

  /// After how long sending may go on; 0 for at once. Who has to wait waits for a quarter of the burst, so that there
  /// are few waits.
  mutating func delay(at now: Int64) -> Int64 {
    gain(until: now)
    guard allowance <= 0 else { return 0 }
    return Int64(Double(burst / 4 - allowance) / share)
  }

  private mutating func gain(until now: Int64) {
    allowance = min(burst, allowance + Int64(Double(max(0, now - updatedAt)) * share))
    updatedAt = max(updatedAt, now)
  }
}
