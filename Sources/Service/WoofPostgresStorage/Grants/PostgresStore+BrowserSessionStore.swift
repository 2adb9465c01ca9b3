// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: BrowserSessionStore {
  /// Keeps a new session, and removes those of its account that have expired or are too many.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account has been disabled, `conflict` where it has
  ///   been deleted, or `authentication-required` where it has another password by now.
  package func addBrowserSession(_ session: BrowserSession, secretHash hash: Digest, countLimit: Int) async throws {
    let grant = Grant(
      id: session.id.uuid, account: session.account.id, secretHash: hash,
      passwordVersion: session.account.passwordVersion, createdAt: session.createdAt, countLimit: nil)
    let values: [PostgreSQLValue] = [
      .text(session.device.browser), .text(session.device.system), .integer(session.usedAt.milliseconds),
      .integer(session.expiresAt.milliseconds), .integer(Int64(max(countLimit - 1, 0))),
    ]
    try await add(grant, BrowserSessionSQL.add, values)
  }

  /// Returns the session of a secret; `nil` if there is none. It may have expired.
  package func browserSession(ofSecretHash hash: Digest) async throws -> BrowserSession? {
    try await browserSessions(
      PostgreSQLStatement("\(BrowserSessionSQL.read) WHERE secret_hash = $1", .bytes([UInt8](hash.bytes)))
    ).first
  }

  /// Returns the session of an id; `nil` if there is none. It may have expired.
  package func browserSession(_ id: BrowserSessionID) async throws -> BrowserSession? {
    try await browserSessions(
      PostgreSQLStatement("\(BrowserSessionSQL.read) WHERE browser_session.id = $1", .bytes(id.uuid.columnBytes))
    ).first
  }

  /// Returns a page of sessions, the newest first, without those that have expired.
  package func browserSessions(_ query: BrowserSessionQuery) async throws -> [BrowserSession] {
    try await browserSessions(
      PostgreSQLStatement(
        BrowserSessionSQL.page, .integer(query.account?.rawValue), .bytes(query.after?.uuid.columnBytes),
        .integer(Int64(clamping: query.limit)), .integer(query.time.milliseconds)))
  }

  /// Removes a session of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeBrowserSession(_ id: BrowserSessionID, of account: AccountID) async throws -> Bool {
    try await removeGrants(of: account, BrowserSessionSQL.remove, [.bytes(id.uuid.columnBytes)]) > 0
  }

  /// Removes all sessions of an account.
  ///
  /// - Returns: The number of sessions that there were.
  package func removeBrowserSessions(of account: AccountID) async throws -> Int {
    try await removeGrants(of: account, BrowserSessionSQL.removeAll)
  }

  /// Notes that a session was used and lasts longer for that; does nothing where it is gone.
  package func noteUse(
    ofBrowserSession id: BrowserSessionID, at time: Timestamp, until expiresAt: Timestamp
  ) async throws {
    _ = try await write([
      PostgreSQLStatement(
        """
        UPDATE browser_session SET used_at = greatest(used_at, $2), expires_at = greatest(expires_at, $3) WHERE id = $1
        """, .bytes(id.uuid.columnBytes), .integer(time.milliseconds), .integer(expiresAt.milliseconds))
    ])
  }

  private func browserSessions(_ statement: PostgreSQLStatement) async throws -> [BrowserSession] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try BrowserSessionSQL.browserSession(&row) }
    }
  }
}

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
