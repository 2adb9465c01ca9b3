// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofCryptography
package import WoofModel

extension EmbeddedStore: InvitationStore {
  /// Keeps a new invitation. Of the account's invitations that are used up, only so many are remembered as it may have open
  /// ones: the newest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, or `conflict` where it has been deleted.
  package func addInvitation(_ invitation: Invitation, secretHash hash: Digest, countLimit: Int) async throws {
    try await writer.write { transaction in
      try transaction.addInvitation(invitation, secretHash: hash, countLimit: countLimit)
    }
  }

  /// Returns the invitation of a secret; `nil` if there is none, or if it is not open.
  package func openInvitation(
    ofSecretHash hash: Digest, at time: Timestamp, by inviters: SignUpPolicy.Inviters
  ) async throws -> Invitation? {
    try await readers.read { snapshot in
      try snapshot.database.openInvitation(ofSecretHash: hash, at: time, by: inviters)
    }
  }

  /// Returns the invitation of an id, whether it is open or not; `nil` if there is none, or if it has expired at `time`.
  package func invitation(_ id: InvitationID, at time: Timestamp) async throws -> Invitation? {
    try await readers.read { snapshot in try snapshot.invitation(id, at: time) }
  }

  /// Returns a page of invitations that have not expired, the newest first.
  package func invitations(_ query: InvitationQuery) async throws -> [Invitation] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.invitations(query) }
  }

  /// Removes an invitation of an account. The accounts that came by it stay.
  ///
  /// - Returns: `true` if there was one.
  package func removeInvitation(_ id: InvitationID, of account: AccountID) async throws -> Bool {
    try await writer.write(mayUseReserve: true) { transaction in try transaction.removeInvitation(id, of: account) }
  }

  /// Adds an account by an invitation, which counts as used in the same transaction.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where there is no such invitation, or it is not open;
  ///   `conflict` where the name is taken. Nothing changes then.
  package func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, invitedBy hash: Digest, at time: Timestamp,
    by inviters: SignUpPolicy.Inviters
  ) async throws -> Account {
    try await writer.write { transaction in
      try transaction.addAccount(name, passwordHash: passwordHash, invitedBy: hash, at: time, by: inviters)
    }
  }
}
