// SPDX-License-Identifier: Apache-2.0

/// Asks somebody for a name and a password: by a form, on a terminal, or by looking them up.
public protocol SignInController: Sendable {
  /// Asks. However many requests wait for the answer, it is called once at a time, for one of them. When all of them
  /// are cancelled, so is the task that asks: a form goes away then. When only the one that it is called for is
  /// cancelled, the task may be cancelled too, and it is called anew for the next.
  ///
  /// - Throws: Anything, where there is no answer: the requests that wait then fail with
  ///   ``WoofError/Code/signInCancelled``, and the error as their cause.
  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential
}

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
