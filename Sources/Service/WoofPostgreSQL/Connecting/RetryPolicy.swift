// SPDX-License-Identifier: Apache-2.0

/// A rule for trying again what failed for a reason that may go away: after pauses that double, drawn at random so that many
/// who failed together do not come again together.
package struct RetryPolicy: Hashable, Sendable {
  /// The most attempts, the first one included.
  package var attemptLimit: Int
  /// The longest pause before the second attempt; it doubles from there.
  package var firstPause: Duration
  /// The longest pause of all.
  package var longestPause: Duration
  /// The longest that all attempts and pauses may take together.
  package var patience: Duration

  /// Makes a rule.
  package init(
    attemptLimit: Int = 5, firstPause: Duration = .milliseconds(20), longestPause: Duration = .seconds(1),
    patience: Duration = .seconds(3)
  ) {
    self.attemptLimit = attemptLimit
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.patience = patience
  }

  /// Decides whether to try again.
  ///
  /// - Parameters:
  ///   - error: The error of the last attempt.
  ///   - attempts: The number of attempts so far.
  ///   - elapsed: The time since the first one began.
  ///   - isIdempotent: `true` if doing the work twice does no harm, so that an unknown outcome is a reason to repeat it.
  ///   - random: A number from 0 up to 1.
  /// - Returns: The pause before the next attempt; `nil` to give up.
  package func pause(
    after error: PostgreSQLError, attempts: Int, elapsed: Duration, isIdempotent: Bool, random: Double
  ) -> Duration? {
    let mayHelp = error.isRetryable || isIdempotent && error.code == .outcomeUnknown
    guard mayHelp, attempts < attemptLimit else { return nil }
    let pause = pause(number: attempts, random: random)
    return elapsed + pause < patience ? pause : nil
  }

  /// The pause after so many failures: between a half and the whole of what doubling comes to.
  package func pause(number: Int, random: Double) -> Duration {
    let doublings = min(max(number - 1, 0), 20)
    let whole = min(firstPause * (1 << doublings), longestPause)
    return whole * (0.5 + min(max(random, 0), 1) / 2)
  }
}
