// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of browser sessions, and their rows.
enum BrowserSessionSQL {
  static let add = GrantSQL.adding(
    to: .browserSession, counting: "expires_at > $5",
    """
    expired AS (DELETE FROM browser_session USING verdict WHERE word = 'new' AND account = $2 AND expires_at <= $5),
    surplus AS (
      DELETE FROM browser_session USING verdict
      WHERE word = 'new' AND id IN (
        SELECT id FROM browser_session WHERE account = $2 AND expires_at > $5 ORDER BY used_at DESC, id DESC OFFSET $11)
      RETURNING id),
    added AS (
      INSERT INTO browser_session (id, account, secret_hash, browser, system, created_at, used_at, expires_at)
      SELECT $1, $2, $3, $7, $8, $5, $9, $10 FROM verdict WHERE word = 'new')
    """, removed: "surplus")

  static let remove = GrantSQL.removing(from: .browserSession, where: "id = $2")
  static let removeAll = GrantSQL.removing(from: .browserSession, where: "true")

  static let read = """
    SELECT browser_session.id, \(AccountSQL.columns), browser, system, browser_session.created_at, used_at, expires_at
    FROM browser_session JOIN account ON account.number = browser_session.account
    """

  static let page = """
    \(read) WHERE ($1 IS NULL OR account = $1) AND expires_at > $4 AND ($2 IS NULL OR browser_session.id < $2)
    ORDER BY browser_session.id DESC LIMIT $3
    """

  static func browserSession(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> BrowserSession {
    BrowserSession(
      id: BrowserSessionID(uuid: try row.photoID()), account: try AccountSQL.account(&row),
      device: BrowserDevice(browser: try row.optionalText(), system: try row.optionalText()),
      createdAt: try row.timestamp(), usedAt: try row.timestamp(), expiresAt: try row.timestamp())
  }
}
