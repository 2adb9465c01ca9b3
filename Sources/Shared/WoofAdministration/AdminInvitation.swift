// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An invitation to sign up.
package struct AdminInvitation: Codable, Hashable, Sendable {
  /// The id of the invitation, which is no secret.
  package var id: String
  /// The name of the account that invites.
  package var owner: String
  /// The owner's own words on it; `nil` where there are none.
  package var note: String?
  /// The time at which it was made.
  package var createdAt: Timestamp
  /// The time from which it lets nobody in any more.
  package var expiresAt: Timestamp
  /// The maximum number of accounts that may be added by it.
  package var useLimit: Int
  /// The number of accounts that were added by it.
  package var useCount: Int
  /// The names of those accounts that are still there.
  package var accounts: [String]
  /// The address at which people sign up, of an invitation that was just made: a path where the service does not know its
  /// own origin. `nil` of all others.
  package var url: String?

  /// Makes an invitation; by default one without a note, and without its address.
  package init(
    id: String, owner: String, note: String? = nil, createdAt: Timestamp, expiresAt: Timestamp, useLimit: Int,
    useCount: Int, accounts: [String], url: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.note = note
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.useLimit = useLimit
    self.useCount = useCount
    self.accounts = accounts
    self.url = url
  }
}
