// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofCryptography
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: InvitationStore {
  /// Keeps a new invitation. Of the account's invitations that are used up, only so many are remembered as it may have open
  /// ones: the newest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, or `conflict` where it has been deleted.
  package func addInvitation(_ invitation: Invitation, secretHash hash: Digest, countLimit: Int) async throws {
    let grant = Grant(
      id: invitation.id.uuid, account: invitation.inviter.id, secretHash: hash, passwordVersion: nil,
      createdAt: invitation.createdAt, countLimit: countLimit)
    let values: [PostgreSQLValue] = [
      .text(invitation.note), .integer(Int64(invitation.useLimit)), .integer(invitation.expiresAt.milliseconds),
    ]
    try await add(grant, InvitationSQL.add, values) { (count) throws(WoofError) in
      try Invitation.admit(openCount: count, limit: countLimit)
    }
  }

  /// Returns the invitation of a secret; `nil` if there is none, or if it is not open.
  package func openInvitation(
    ofSecretHash hash: Digest, at time: Timestamp, by inviters: SignUpPolicy.Inviters
  ) async throws -> Invitation? {
    try await invitations(
      PostgreSQLStatement(
        "\(InvitationSQL.read) WHERE secret_hash = $1 AND \(InvitationSQL.isOpen)", .bytes([UInt8](hash.bytes)),
        .integer(time.milliseconds), .boolean(inviters == .members))
    ).first
  }

  /// Returns the invitation of an id, whether it is open or not; `nil` if there is none, or if it has expired at `time`.
  package func invitation(_ id: InvitationID, at time: Timestamp) async throws -> Invitation? {
    try await invitations(
      PostgreSQLStatement(
        "\(InvitationSQL.read) WHERE invitation.id = $1 AND expires_at > $2", .bytes(id.uuid.columnBytes),
        .integer(time.milliseconds))
    ).first
  }

  /// Returns a page of invitations that have not expired, the newest first.
  package func invitations(_ query: InvitationQuery) async throws -> [Invitation] {
    try await invitations(
      PostgreSQLStatement(
        InvitationSQL.page, .integer(query.account?.rawValue), .bytes(query.after?.uuid.columnBytes),
        .integer(Int64(clamping: query.limit)), .integer(query.time.milliseconds)))
  }

  /// Removes an invitation of an account. The accounts that came by it stay.
  ///
  /// - Returns: `true` if there was one.
  package func removeInvitation(_ id: InvitationID, of account: AccountID) async throws -> Bool {
    try await removeGrants(of: account, InvitationSQL.remove, [.bytes(id.uuid.columnBytes)]) > 0
  }

  /// Adds an account by an invitation, which counts as used in the same transaction.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where there is no such invitation, or it is not open;
  ///   `conflict` where the name is taken. Nothing changes then.
  package func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, invitedBy hash: Digest, at time: Timestamp,
    by inviters: SignUpPolicy.Inviters
  ) async throws -> Account {
    let secret = PostgreSQLValue.bytes([UInt8](hash.bytes))
    let statements = [
      PostgreSQLStatement(InvitationSQL.lockInviter, secret),
      PostgreSQLStatement(
        InvitationSQL.addAccount, secret, .integer(time.milliseconds), .boolean(inviters == .members),
        .text(name.text), .text(passwordHash.description)),
    ]
    let answer = try await write(statements) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        (isOpen: try row.boolean(), number: try row.optionalInteger(), generation: try row.integer())
      }
    }
    accounts.advance(to: answer?.generation ?? 0)
    if let number = answer?.number {
      return Account(
        id: AccountID(rawValue: number), name: name, isAdministrator: false, isDisabled: false, createdAt: time)
    }
    guard answer?.isOpen == true else { throw WoofError.notInvited }
    throw WoofError.nameTaken(name)
  }

  private func invitations(_ statement: PostgreSQLStatement) async throws -> [Invitation] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try InvitationSQL.invitation(&row) }
    }
  }
}
