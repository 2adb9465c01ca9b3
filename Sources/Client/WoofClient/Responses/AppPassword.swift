// SPDX-License-Identifier: Apache-2.0

/// A password that an account gives to one app, with which it may do less than the account, and which is revoked by
/// itself. Only the response to ``APIService/makeAppPassword(named:for:until:)`` has the password.
public struct AppPassword: Codable, Hashable, Sendable, Identifiable {
  /// The name of the app password, with which it is revoked; no secret.
  public var id: String
  /// The name of the app or the device that has it, of 1 to 100 characters.
  public var name: String
  /// The scopes, outside of which it is refused.
  public var scopes: AppPasswordScopes
  /// The password, which is sent with the name of the account as any other; `nil` in lists.
  public var password: String?
  /// The time at which it was made.
  public var createdAt: Timestamp
  /// The time from which it is no longer taken; `nil` if it ends by being revoked alone.
  public var expiresAt: Timestamp?
  /// The time at which it was last used, to the hour; `nil` if it never was.
  public var usedAt: Timestamp?

  /// Makes an app password, as tests do; by default one without an end that has not been used, as in lists.
  public init(
    id: String, name: String, scopes: AppPasswordScopes, password: String? = nil, createdAt: Timestamp,
    expiresAt: Timestamp? = nil, usedAt: Timestamp? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.password = password
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.usedAt = usedAt
  }
}

/// Some of the account's app passwords, the newest first, without the passwords themselves.
public typealias AppPasswordPage = ItemPage<AppPassword>
