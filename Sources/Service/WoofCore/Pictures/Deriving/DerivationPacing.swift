// SPDX-License-Identifier: Apache-2.0

/// Decides when a photo of the queue is tried again, and when no more.
struct DerivationPacing {
  /// The number of attempts after which a photo that keeps failing is given up.
  static let attemptLimit = 5

  /// The next step for a photo that failed.
  enum Step: Hashable {
    /// It is tried again after so many seconds.
    case wait(seconds: Int64)
    /// It is not tried again.
    case giveUp
  }

  /// After a failure of its own: a minute, then four times as long each time.
  static func step(afterAttempts attempts: Int) -> Step {
    guard attempts < attemptLimit else { return .giveUp }
    return .wait(seconds: 60 << (2 * Int64(max(attempts, 1) - 1)))
  }

  /// The seconds after which a photo that could not be looked at is tried again.
  static let unavailableSeconds: Int64 = 15
  /// The seconds after which a queue that could not be read is looked at again.
  static let unreadableSeconds: Int64 = 10
  /// The seconds after which the queue is looked at though nothing is known to be due.
  static let longestRestSeconds: Int64 = 300
}
