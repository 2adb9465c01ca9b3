/// Why and for what somebody is asked for a name and a password.
public struct SignInPrompt: Hashable, Sendable {
  /// Why they are asked.
  public enum Reason: Hashable, Sendable {
    /// The service asks who is there.
    case required
    /// The service did not take what was given before: the name or the password is wrong.
    case rejected
  }

  /// Why they are asked.
  public var reason: Reason
  /// The host, and the port where it is not the usual one.
  public var host: String
  /// What the service calls itself.
  public var realm: String
  /// The name that was given before, to begin with.
  public var name: String?
  /// How often they are asked, this time included, from 1.
  public var attempt: Int
  /// How often they are asked at most.
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
