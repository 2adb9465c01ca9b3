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
