// SPDX-License-Identifier: Apache-2.0

/// A rule for delays: the number of failures that cost nothing, and the delay after more. All times are in nanoseconds.
struct FailureRule: Sendable {
  /// The number of failures that cost nothing.
  var allowance: Int
  /// The time after which one failure is forgotten.
  var forgetting: Int64
  /// The delay of a try once the allowance is used up; it doubles with each further failure.
  var firstDelay: Int64
  /// The maximum delay of a try.
  var longestDelay: Int64
  /// `true` if a try that is not decided yet counts as a failure.
  var countsRunningTries: Bool

  /// Returns the time for which a try has to wait; `nil` if it may start at once.
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
  /// The count of failures, of which one is forgotten at each interval of the rule.
  var failures = LeakyCount()
  /// The time of the latest failure.
  var lastFailure: Int64 = 0
  /// The number of tries that are not decided yet.
  var running = 0
  /// The count of tries that were refused as too early, of which one is forgotten at each interval.
  var refusals = LeakyCount()
}
