// SPDX-License-Identifier: Apache-2.0

/// A policy for retries. A request that may be sent twice and failed for a transient reason is sent again, after a
/// pause that grows and varies.
public struct RetryPolicy: Hashable, Sendable {
  /// The largest number of times that a request is sent, including the first; 4 by default. A transfer that made
  /// progress since its last break starts counting anew.
  public var maximumAttempts: Int
  /// About how long the first pause is; 250 ms by default. Each one after it is twice as long.
  public var firstPause: Duration
  /// The longest pause between two attempts; 15 s by default.
  public var longestPause: Duration
  /// The longest wait asked for by a service (`Retry-After`) that the client accepts; 60 s by default. If the service
  /// asks for more, the request fails and the error says for how long.
  public var longestRetryAfter: Duration
  /// The number of retries that all requests of a client have together; 40 by default. A request that succeeds gives
  /// half a retry back, so that a service in trouble is not asked over and over.
  public var budget: Int

  /// Makes a policy; each part has the default that its property states.
  public init(
    maximumAttempts: Int = 4, firstPause: Duration = .milliseconds(250), longestPause: Duration = .seconds(15),
    longestRetryAfter: Duration = .seconds(60), budget: Int = 40
  ) {
    self.maximumAttempts = maximumAttempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.longestRetryAfter = longestRetryAfter
    self.budget = budget
  }

  /// Sends everything once.
  public static let never = RetryPolicy(maximumAttempts: 1, budget: 0)
}

extension RetryPolicy {
  /// The pause before the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of attempts until now, from 1.
  ///   - random: From 0 to 1: half of the pause is chance, so that clients do not come back all at once.
  func pause(afterAttempt attempt: Int, random: Double) -> Duration {
    let doublings = min(max(attempt, 1) - 1, 30)
    let full = min(firstPause * (1 << doublings), longestPause)
    return full / 2 + full / 2 * min(max(random, 0), 1)
  }

  /// A pause that is not shorter than the service asks for; `nil` where that is too long.
  func pauseAtLeast(_ retryAfter: Int?, _ pause: Duration) -> Duration? {
    guard let retryAfter else { return pause }
    let asked = Duration.seconds(retryAfter)
    return asked <= longestRetryAfter ? max(asked, pause) : nil
  }
}
