/// How a client tries again: what may be sent twice and failed for a reason that may go away by itself is sent again,
/// after a pause that grows and varies.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a request is sent at most, the first time included; 4 by default. A transfer that got on since its last
  /// break begins to count anew.
  public var maximumAttempts: Int
  /// About how long the first pause is; 250 ms by default. Each one after it is twice as long.
  public var firstPause: Duration
  /// How long a pause is at most; 15 s by default.
  public var longestPause: Duration
  /// How long a service may ask to be left alone (`Retry-After`) for the client to wait so long; 60 s by default. Where it
  /// asks for more, the request fails and the error says for how long.
  public var longestRetryAfter: Duration
  /// How many retries all requests of a client have together; 40 by default. A request that succeeds gives half a one
  /// back, so that a service in trouble is not asked over and over.
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
  ///   - attempt: How often it was tried, from 1.
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
