// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The browser session of whoever has signed in on a page.
package struct BrowserSessionGrant: Hashable, Sendable {
  /// The name of the session.
  package var id: BrowserSessionID
  /// The time from which it is no longer taken, unless it is used before.
  package var expiresAt: Timestamp

  /// Makes a grant.
  package init(id: BrowserSessionID, expiresAt: Timestamp) {
    self.id = id
    self.expiresAt = expiresAt
  }
}
