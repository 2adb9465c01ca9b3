// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A password with which an app signs in to an account.
package struct AdminAppPassword: Codable, Hashable, Sendable {
  /// The id of the app password, which is no secret.
  package var id: String
  /// The name of the account that it is for.
  package var owner: String
  /// The name of the app or the device that has it.
  package var name: String
  /// The scopes, outside of which it is refused.
  package var scopes: AppPasswordScopes
  /// The time at which it was made.
  package var createdAt: Timestamp
  /// The time from which it is no longer taken; `nil` if it ends by being revoked alone.
  package var expiresAt: Timestamp?
  /// The time at which it was last used, to the hour; `nil` if it never was.
  package var usedAt: Timestamp?

  /// Makes an app password; by default one that has no end and has not been used.
  package init(
    id: String, owner: String, name: String, scopes: AppPasswordScopes, createdAt: Timestamp,
    expiresAt: Timestamp? = nil, usedAt: Timestamp? = nil
  ) {
    self.id = id
    self.owner = owner
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.usedAt = usedAt
  }
}
