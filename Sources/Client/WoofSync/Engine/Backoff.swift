// SPDX-License-Identifier: Apache-2.0

/// The pauses after failures: they grow with each failure in a row and vary by chance, so that devices do not come back all
/// at once ("full jitter", M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015).
struct Backoff: Hashable, Sendable {
  /// The longest that the first pause may be.
  var first: Duration = .seconds(1)
  /// The longest that any pause may be.
  var longest: Duration = .seconds(300)
  /// The shortest pause, so that chance never means at once.
  var shortest: Duration = .milliseconds(100)

  /// The pause after so many failures in a row.
  ///
  /// - Parameters:
  ///   - failures: From 1.
  ///   - random: From 0 to 1.
  func pause(afterFailures failures: Int, random: Double) -> Duration {
    let doublings = min(max(failures, 1) - 1, 20)
    let full = min(first * (1 << doublings), longest)
    return max(shortest, full * min(max(random, 0), 1))
  }
}

/// The failed requests that a replica may have before it waits the longest pause after each: a service in trouble is not
/// asked over and over, however many edits wait.
struct FailureBudget: Hashable, Sendable {
  private static let most = 40
  /// In halves, so that nothing is lost to rounding.
  private var halves = 2 * Self.most

  /// `true` if nothing is left.
  var isSpent: Bool { halves < 2 }

  /// Takes one.
  mutating func fail() { halves = max(0, halves - 2) }

  /// Gives half a one back.
  mutating func succeed() { halves = min(2 * Self.most, halves + 1) }
}
