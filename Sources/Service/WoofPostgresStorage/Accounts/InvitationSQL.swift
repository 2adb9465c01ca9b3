// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of invitations, and their rows.
enum InvitationSQL {
  /// The number of accounts that were added by an invitation.
  private static let useCount = "(SELECT count(*) FROM invitation_use WHERE invitation_use.invitation = invitation.id)"
  /// The number of invitations that are forgotten at once; each of them may take a hundred uses along.
  private static let forgottenAtOnce = 100

  /// A condition on an invitation and its account, by a time and by whether members invite as well.
  static let isOpen = """
    expires_at > $2 AND \(useCount) < use_limit AND NOT is_disabled AND account.deleted_at IS NULL
      AND (is_administrator OR $3)
    """

  static let add = GrantSQL.adding(
    to: .invitation, counting: "expires_at > $5 AND \(useCount) < use_limit",
    """
    forgotten AS (
      DELETE FROM invitation USING verdict
      WHERE word = 'new' AND id IN (
        SELECT id FROM invitation WHERE account = $2 AND \(useCount) >= use_limit
        ORDER BY id DESC LIMIT \(forgottenAtOnce) OFFSET $6)),
    added AS (
      INSERT INTO invitation (id, account, secret_hash, note, use_limit, created_at, expires_at)
      SELECT $1, $2, $3, $7, $8, $5, $9 FROM verdict WHERE word = 'new')
    """)

  static let remove = GrantSQL.removing(from: .invitation, where: "id = $2", isCredential: false)

  /// Locks the row of the account whose invitation has a secret, under which it is used and removed.
  static let lockInviter = """
    SELECT number FROM account JOIN invitation ON invitation.account = number WHERE secret_hash = $1
    FOR NO KEY UPDATE OF account
    """

  // Hashes are salted: an account of this name and hash was added by an attempt whose answer was lost.
  static let addAccount = """
    WITH earlier AS MATERIALIZED (
      SELECT number FROM account JOIN invitation_use ON invitation_use.account = number
      WHERE name = $4 AND password_hash = $5),
    open AS MATERIALIZED (
      SELECT invitation.id FROM invitation JOIN account ON account.number = invitation.account
      WHERE secret_hash = $1 AND \(isOpen)),
    changed AS (
      INSERT INTO account (name, password_hash, is_administrator, created_at) SELECT $4, $5, false, $2 FROM open
      ON CONFLICT (name) DO NOTHING RETURNING number),
    used AS (INSERT INTO invitation_use (invitation, account) SELECT open.id, changed.number FROM open, changed),
    \(GrantSQL.advancing(after: "changed"))
    SELECT EXISTS (SELECT FROM open), coalesce((SELECT number FROM changed), (SELECT number FROM earlier)),
      coalesce((SELECT value FROM generation), (SELECT value FROM counter WHERE name = 'credential-generation'))
    """

  static let read = """
    SELECT invitation.id, account.number, account.name, is_administrator, password_version, note, use_limit,
      invitation.created_at, expires_at, \(useCount),
      coalesce((
        SELECT array_agg(came.name ORDER BY came.number)
        FROM invitation_use JOIN account AS came ON came.number = invitation_use.account
        WHERE invitation_use.invitation = invitation.id AND came.deleted_at IS NULL), '{}')
    FROM invitation JOIN account ON account.number = invitation.account
    """

  static let page = """
    \(read) WHERE ($1 IS NULL OR invitation.account = $1) AND expires_at > $4 AND ($2 IS NULL OR invitation.id < $2)
    ORDER BY invitation.id DESC LIMIT $3
    """

  static func invitation(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> Invitation {
    let id = InvitationID(uuid: try row.photoID())
    let inviter = Principal(
      id: try row.accountID(), name: try row.accountName(), isAdministrator: try row.boolean(),
      passwordVersion: try row.integer())
    return Invitation(
      id: id, inviter: inviter, note: try row.text(), useLimit: try row.count(), createdAt: try row.timestamp(),
      expiresAt: try row.timestamp(), useCount: try row.count(),
      newcomers: try row.texts().compactMap { $0.flatMap { AccountName($0) } })
  }
}
