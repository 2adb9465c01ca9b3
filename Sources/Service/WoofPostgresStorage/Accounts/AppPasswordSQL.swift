// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of app passwords, and their rows.
enum AppPasswordSQL {
  static let add = GrantSQL.adding(
    to: .appPassword, counting: "expires_at IS NULL OR expires_at > $5",
    """
    expired AS (DELETE FROM app_password USING verdict WHERE word = 'new' AND account = $2 AND expires_at <= $5),
    added AS (
      INSERT INTO app_password (id, account, secret_hash, name, scopes, created_at, expires_at)
      SELECT $1, $2, $3, $7, $8, $5, $9 FROM verdict WHERE word = 'new')
    """)

  static let remove = GrantSQL.removing(
    from: .appPassword, where: "id = $2",
    """
    , tickets AS (
      DELETE FROM upload_ticket WHERE id IN (
        SELECT id FROM upload_ticket WHERE app_password IN (SELECT id FROM removed) ORDER BY id FOR UPDATE))
    """)

  static let read = """
    SELECT app_password.id, \(AccountSQL.columns), app_password.name, scopes, app_password.created_at, expires_at, used_at
    FROM app_password JOIN account ON account.number = app_password.account
    """

  static let page = """
    \(read) WHERE ($1 IS NULL OR account = $1) AND ($2 IS NULL OR app_password.id < $2)
    ORDER BY app_password.id DESC LIMIT $3
    """

  static func appPassword(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> AppPassword {
    AppPassword(
      id: AppPasswordID(uuid: try row.photoID()), account: try AccountSQL.account(&row), name: try row.text(),
      scopes: AppPasswordScopes(rawValue: UInt8(truncatingIfNeeded: try row.integer())),
      createdAt: try row.timestamp(), expiresAt: try row.optionalTimestamp(), usedAt: try row.optionalTimestamp())
  }
}
