// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// The number of invitations that are forgotten at once; each of them may take a hundred uses along.
  private static let invitationsAtOnce = 100

  /// Keeps a new invitation, and forgets the oldest used ones of its account where there are too many.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/InvitationStore/addInvitation(_:secretHash:countLimit:)``;
  ///   ``SQLiteError``.
  func addInvitation(_ invitation: Invitation, secretHash hash: Digest, countLimit: Int) throws {
    let account = invitation.inviter.id
    try requireActive(account)
    let count = try database[.openInvitationCount].first(account, invitation.createdAt) {
      (columns) throws(SQLiteError) in try columns.next(Int.self)
    }
    try Invitation.admit(openCount: count ?? 0, limit: countLimit)
    try database[.forgetUsedInvitations].run(account, countLimit, Self.invitationsAtOnce)
    try database[.insertInvitation].run(
      invitation.id.uuid, account, hash, invitation.note, invitation.useLimit, invitation.createdAt,
      invitation.expiresAt)
  }

  /// Adds an account by an invitation, which is used by it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` or `conflict`, before anything is written; ``SQLiteError``.
  mutating func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, invitedBy hash: Digest, at time: Timestamp,
    by inviters: SignUpPolicy.Inviters
  ) throws -> Account {
    guard let invitation = try database.openInvitation(ofSecretHash: hash, at: time, by: inviters) else {
      throw WoofError.notInvited
    }
    let account = try addAccount(name, passwordHash: passwordHash, isAdministrator: false, at: time)
    try database[.insertUseOfInvitation].run(invitation.id.uuid, account.id)
    return account
  }

  /// Removes an invitation of an account; whether there was one.
  func removeInvitation(_ id: InvitationID, of account: AccountID) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.removeInvitation].run(id.uuid, account)
    return database.changeCount > before
  }

  /// Removes all invitations of an account.
  func removeInvitations(of account: AccountID) throws(SQLiteError) {
    try database[.removeInvitationsOfAccount].run(account)
  }

  /// Forgets a part of the invitations that have expired.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forgetInvitations(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetExpiredInvitations].run(time, Self.invitationsAtOnce)
    return database.changeCount - before >= Int64(Self.invitationsAtOnce)
  }
}

extension SQL {
  fileprivate static let openInvitationCount = SQL(
    "SELECT count(*) FROM invitation WHERE account = ?1 AND expires_at > ?2 AND \(useCountOfInvitation) < use_limit")
  fileprivate static let insertInvitation = SQL(
    """
    INSERT INTO invitation (id, account, secret_hash, note, use_limit, created_at, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    """)
  fileprivate static let forgetUsedInvitations = SQL(
    """
    DELETE FROM invitation WHERE id IN (
      SELECT id FROM invitation WHERE account = ?1 AND \(useCountOfInvitation) >= use_limit ORDER BY id DESC LIMIT ?3 OFFSET ?2)
    """)
  fileprivate static let insertUseOfInvitation = SQL(
    "INSERT INTO invitation_use (invitation, account) VALUES (?1, ?2)")
  fileprivate static let removeInvitation = SQL("DELETE FROM invitation WHERE id = ?1 AND account = ?2")
  fileprivate static let removeInvitationsOfAccount = SQL("DELETE FROM invitation WHERE account = ?1")
  fileprivate static let forgetExpiredInvitations = SQL(
    """
    DELETE FROM invitation WHERE id IN (
      SELECT id FROM invitation WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
}
