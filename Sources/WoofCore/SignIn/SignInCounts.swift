/// What has become of sign-ins since the process started.
public struct SignInCounts: Hashable, Sendable {
  /// How many requests brought a credential.
  public var attempts = 0
  /// How many of them were answered from the memory of verified credentials.
  public var remembered = 0
  /// How many brought a wrong credential.
  public var failures = 0
  /// How many had to wait, and did not.
  public var throttled = 0
  /// How many passwords were hashed to check them.
  public var hashes = 0

  /// Makes counts of nothing.
  public init() {}
}
