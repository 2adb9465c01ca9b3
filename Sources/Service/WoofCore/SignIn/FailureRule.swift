/// From how many failures on a try has to wait, and how long. All times are in nanoseconds.
struct FailureRule: Sendable {
  /// How many failures cost nothing.
  var allowance: Int
  /// How long until one failure is forgotten.
  var forgetting: Int64
  /// How long a try waits when the allowance is used up.
  var firstDelay: Int64
  /// How long a try waits at most.
  var longestDelay: Int64
  /// Whether a try that is not decided yet counts as a failure.
  var countsRunningTries: Bool

  /// How long a try has to wait; `nil` where it need not.
  func wait(after tally: FailureTally, at now: Int64) -> Int64? {
    let level = tally.failures.level(at: now, forgettingEvery: forgetting)
    guard level + (countsRunningTries ? tally.running : 0) >= allowance else { return nil }
    // Beyond the allowance there is one try at a time, or guesses made at once would outrun the delay.
    guard tally.running == 0 else { return firstDelay }
    let due = tally.lastFailure + delay(atLevel: level)
    return now < due ? due - now : nil
  }

  /// Counts a failure.
  func count(in tally: inout FailureTally, at now: Int64) {
    tally.failures.add(at: now, forgettingEvery: forgetting, upTo: allowance + Self.doublingLimit)
    tally.lastFailure = now
  }

  private func delay(atLevel level: Int) -> Int64 {
    let doublings = min(max(0, level - allowance), Self.doublingLimit)
    return firstDelay > longestDelay >> Int64(doublings) ? longestDelay : firstDelay << Int64(doublings)
  }

  /// More failures than so many beyond the allowance make nothing slower, and are not counted.
  private static let doublingLimit = 12
}

/// The failed sign-ins of one origin.
struct FailureTally: Sendable {
  /// How many there were, less those that are forgotten.
  var failures = LeakyCount()
  /// When the last one was.
  var lastFailure: Int64 = 0
  /// How many tries are not decided yet.
  var running = 0
  /// How many tries came too early.
  var refusals = LeakyCount()
}
