// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// Keeps invitations. Whatever a write answers is durable, and visible to every later read.
///
/// An invitation *is open* until it has expired or has let in as many as it may, while its inviter is an account that may
/// sign in, and may invite. It goes with the account of its inviter.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol InvitationStore: Sendable {
  /// Keeps a new invitation. Of the account's invitations that are used up, only so many are remembered as it may have open
  /// ones: the newest.
  ///
  /// - Parameters:
  ///   - hash: The hash of its secret.
  ///   - countLimit: The maximum number of invitations of the account that are neither used up nor expired.
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, or `conflict` where it has been deleted.
  func addInvitation(_ invitation: Invitation, secretHash hash: Digest, countLimit: Int) async throws

  /// Returns the invitation of a secret; `nil` if there is none, or if it is not open.
  func openInvitation(
    ofSecretHash hash: Digest, at time: Timestamp, by inviters: SignUpPolicy.Inviters
  ) async throws -> Invitation?

  /// Returns the invitation of an id, whether it is open or not; `nil` if there is none, or if it has expired at `time`.
  func invitation(_ id: InvitationID, at time: Timestamp) async throws -> Invitation?

  /// Returns a page of invitations that have not expired, the newest first.
  func invitations(_ query: InvitationQuery) async throws -> [Invitation]

  /// Removes an invitation of an account. The accounts that came by it stay.
  ///
  /// - Returns: `true` if there was one.
  func removeInvitation(_ id: InvitationID, of account: AccountID) async throws -> Bool

  /// Adds an account by an invitation, which counts as used in the same transaction. The account administers nothing.
  ///
  /// - Parameter hash: The hash of the invitation's secret.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where there is no such invitation, or it is not open;
  ///   `conflict` where the name is taken. Nothing changes then.
  func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, invitedBy hash: Digest, at time: Timestamp,
    by inviters: SignUpPolicy.Inviters
  ) async throws -> Account
}

/// A query for one page of invitations.
package struct InvitationQuery: Hashable, Sendable {
  /// The account that has them; `nil` for those of all.
  package var account: AccountID?
  /// The page starts behind this one; at the start where it is `nil`.
  package var after: InvitationID?
  /// The maximum number of invitations on the page.
  package var limit: Int
  /// The time by which they must not have expired.
  package var time: Timestamp

  /// Makes a query.
  package init(account: AccountID?, after: InvitationID? = nil, limit: Int, at time: Timestamp) {
    self.account = account
    self.after = after
    self.limit = limit
    self.time = time
  }
}
