// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A browser in which somebody has signed in to an account on a page.
package struct AdminBrowserSession: Codable, Hashable, Sendable {
  /// The id of the session, which is no secret.
  package var id: String
  /// The name of the account that it is for.
  package var owner: String
  /// The name of the browser; `nil` if it is none that is known.
  package var browser: String?
  /// The name of the system that the browser runs on; `nil` if it is none that is known.
  package var system: String?
  /// The time of the sign-in.
  package var createdAt: Timestamp
  /// The time at which it was last used, to the hour.
  package var usedAt: Timestamp
  /// The time from which it is no longer taken, unless it is used before.
  package var expiresAt: Timestamp

  /// Makes a session.
  package init(
    id: String, owner: String, browser: String?, system: String?, createdAt: Timestamp, usedAt: Timestamp,
    expiresAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.browser = browser
    self.system = system
    self.createdAt = createdAt
    self.usedAt = usedAt
    self.expiresAt = expiresAt
  }
}
