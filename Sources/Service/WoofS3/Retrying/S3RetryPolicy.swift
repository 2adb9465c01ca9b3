// SPDX-License-Identifier: Apache-2.0

/// The rules by which requests are repeated.
package struct S3RetryPolicy: Hashable, Sendable {
  /// The most requests for one thing, the first included; 5 by default.
  package var maximumAttempts = 5
  /// The longest pause before the second request; it doubles with each. 50 ms by default.
  package var firstPause = Duration.milliseconds(50)
  /// The longest pause of all, even where the service asks for more; 5 s by default.
  package var longestPause = Duration.seconds(5)

  /// Makes rules with their defaults.
  package init() {}

  /// The decision after a request has failed.
  package enum Decision: Hashable, Sendable {
    /// Nothing: the error is the result.
    case giveUp
    /// The request is repeated after a pause.
    case retry(after: Duration)
    /// The request is repeated at once, signed by the service's clock, which is so many seconds ahead.
    case retryWithClock(ahead: Int64)
  }

  /// Decides what is done after a request has failed.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - attempt: The number of requests so far, from 1.
  ///   - hasSetClock: `true` if the request was repeated by the service's clock already, which is done once.
  ///   - clockOffset: The seconds by which the clock that signed was ahead of this machine's.
  ///   - budget: The budget of all requests, from which a retry is paid.
  ///   - random: The source of the pause's length.
  package func decision(
    after error: S3Error, attempt: Int, hasSetClock: Bool, clockOffset: Int64 = 0, budget: inout S3RetryBudget,
    random: inout some RandomNumberGenerator
  ) -> Decision {
    if case .clockSkewed(let seconds) = error.reason {
      return hasSetClock || seconds == clockOffset ? .giveUp : .retryWithClock(ahead: seconds)
    }
    guard error.isRetryable, error.operation.isIdempotent || error.isWithoutEffect, attempt < maximumAttempts,
      budget.takeRetry(after: error)
    else { return .giveUp }
    return .retry(after: pause(after: error, attempt: attempt, random: &random))
  }

  /// A time between nothing and the doubled pause of before, so that clients that failed together do not come back
  /// together; never less than the service asks for, up to the longest pause.
  private func pause(
    after error: S3Error, attempt: Int, random: inout some RandomNumberGenerator
  ) -> Duration {
    let bound = min(longestPause, firstPause * (1 << min(attempt - 1, 16)))
    let jitter = bound * Double.random(in: 0...1, using: &random)
    return max(jitter, min(error.retryAfter ?? .zero, longestPause))
  }
}

/// The budget for retries of a client, so that they do not multiply the load of a service that fails.
///
/// A bucket of tokens: a retry takes tokens out, a success puts a part of one back in. When a service fails for good,
/// a tenth more requests are sent than without retries.
package struct S3RetryBudget: Hashable, Sendable {
  /// The most tokens, which are there at the beginning; 50 by default.
  package let capacity: Double
  /// The number of tokens that are left.
  package private(set) var tokens: Double

  private static let costOfRetry = 1.0
  /// A timeout has cost the service more than an error that came at once.
  private static let costOfTimeout = 2.0
  private static let gainOfSuccess = 0.1

  /// Makes a full budget.
  package init(capacity: Double = 50) {
    self.capacity = capacity
    tokens = capacity
  }

  /// Takes the tokens for a retry; `false` where they are not there.
  mutating func takeRetry(after error: S3Error) -> Bool {
    let cost = error.reason == .timedOut ? Self.costOfTimeout : Self.costOfRetry
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  /// A request has succeeded.
  package mutating func succeed() { tokens = min(capacity, tokens + Self.gainOfSuccess) }
}
