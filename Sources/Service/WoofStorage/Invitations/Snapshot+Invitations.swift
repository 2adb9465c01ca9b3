// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the invitation of an id; `nil` if there is none, or if it has expired at `time`.
  func invitation(_ id: InvitationID, at time: Timestamp) throws(SQLiteError) -> Invitation? {
    try database[.invitation].first(id.uuid, time) { (columns) throws(SQLiteError) in try Invitation(&columns) }
  }

  /// Returns a page of invitations that have not expired, the newest first.
  func invitations(_ query: InvitationQuery) throws(SQLiteError) -> [Invitation] {
    let end = query.after?.uuid ?? PhotoID(high: .max, low: .max)
    guard let account = query.account else {
      return try database[.invitationsOfAll].all(query.time, end, query.limit) {
        (columns) throws(SQLiteError) in try Invitation(&columns)
      }
    }
    return try database[.invitationsOfAccount].all(account, query.time, end, query.limit) {
      (columns) throws(SQLiteError) in try Invitation(&columns)
    }
  }
}

extension Database {
  /// Returns the invitation of a secret; `nil` if there is none, or if it is not open.
  func openInvitation(
    ofSecretHash hash: Digest, at time: Timestamp, by inviters: SignUpPolicy.Inviters
  ) throws(SQLiteError) -> Invitation? {
    try self[.openInvitation].first(hash, time, inviters == .members) { (columns) throws(SQLiteError) in
      try Invitation(&columns)
    }
  }
}

extension Invitation {
  /// Reads the columns of ``SQL/invitationColumns``.
  fileprivate init(_ columns: inout Columns) throws(SQLiteError) {
    let id = InvitationID(uuid: try columns.next())
    let inviter = Principal(
      id: try columns.next(), name: try columns.next(), isAdministrator: try columns.next(),
      passwordVersion: try columns.next())
    self.init(
      id: id, inviter: inviter, note: try columns.next(), useLimit: try columns.next(),
      createdAt: try columns.next(), expiresAt: try columns.next(), useCount: try columns.next(),
      newcomers: try columns.next(String?.self)?.split(separator: " ").compactMap { AccountName(String($0)) } ?? [])
  }
}

extension SQL {
  /// The number of accounts that were added by an invitation.
  static let useCountOfInvitation = "(SELECT count(*) FROM invitation_use WHERE invitation = invitation.id)"
  /// Invitations with their accounts, and with those that came, whose names have no spaces.
  private static let invitationColumns = """
    SELECT invitation.id, account.number, name, is_administrator, password_version, note, use_limit,
      invitation.created_at, expires_at, \(useCountOfInvitation),
      (SELECT group_concat(newcomer, ' ') FROM (
        SELECT came.name AS newcomer FROM invitation_use JOIN account AS came ON came.number = invitation_use.account
        WHERE invitation = invitation.id AND came.deleted_at IS NULL ORDER BY came.number))
    FROM invitation JOIN account ON account.number = invitation.account
    """
  fileprivate static let openInvitation = SQL(
    """
    \(invitationColumns) WHERE secret_hash = ?1 AND expires_at > ?2 AND \(useCountOfInvitation) < use_limit
      AND is_disabled = 0 AND account.deleted_at IS NULL AND (is_administrator = 1 OR ?3)
    """)
  fileprivate static let invitation = SQL("\(invitationColumns) WHERE invitation.id = ?1 AND expires_at > ?2")
  // The plus keeps the index of expiries out, by which all would have to be sorted for each page.
  fileprivate static let invitationsOfAll = SQL(
    "\(invitationColumns) WHERE +expires_at > ?1 AND invitation.id < ?2 ORDER BY invitation.id DESC LIMIT ?3")
  fileprivate static let invitationsOfAccount = SQL(
    """
    \(invitationColumns) WHERE invitation.account = ?1 AND expires_at > ?2 AND invitation.id < ?3
    ORDER BY invitation.id DESC LIMIT ?4
    """)
}
