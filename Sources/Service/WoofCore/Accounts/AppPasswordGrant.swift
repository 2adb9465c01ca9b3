// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The app password that somebody signed in with.
package struct AppPasswordGrant: Hashable, Sendable {
  /// The name of the app password.
  package var id: AppPasswordID
  /// The scopes, outside of which it is refused.
  package var scopes: AppPasswordScopes
  /// The time from which it is no longer taken; `nil` if it ends by being revoked alone.
  package var expiresAt: Timestamp?

  /// Makes a grant.
  package init(id: AppPasswordID, scopes: AppPasswordScopes, expiresAt: Timestamp?) {
    self.id = id
    self.scopes = scopes
    self.expiresAt = expiresAt
  }

  /// `true` if the app password is no longer taken at a time.
  package func hasExpired(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }
}
