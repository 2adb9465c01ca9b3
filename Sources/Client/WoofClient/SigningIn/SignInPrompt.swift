// SPDX-License-Identifier: Apache-2.0

/// A question for a name and a password, with the reason for it and the host that it is for.
public struct SignInPrompt: Hashable, Sendable {
  /// The reasons for which a name and a password are asked for.
  public enum Reason: Hashable, Sendable {
    /// The service asks who is there.
    case required
    /// The service did not take what was given before: the name or the password is wrong.
    case rejected
  }

  /// The reason for the question.
  public var reason: Reason
  /// The host, and the port where it is not the usual one.
  public var host: String
  /// The realm that the service's challenge names.
  public var realm: String
  /// The name that was given before, to begin with.
  public var name: String?
  /// The number of this attempt, from 1.
  public var attempt: Int
  /// The largest number of attempts.
  public var attemptLimit: Int

  /// Makes a prompt.
  public init(
    reason: Reason, host: String, realm: String, name: String? = nil, attempt: Int = 1, attemptLimit: Int = 3
  ) {
    self.reason = reason
    self.host = host
    self.realm = realm
    self.name = name
    self.attempt = attempt
    self.attemptLimit = attemptLimit
  }
}
