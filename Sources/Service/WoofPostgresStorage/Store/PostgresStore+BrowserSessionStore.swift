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
    try await write(
      PostgreSQLStatement(
        """
        UPDATE browser_session SET used_at = greatest(used_at, $2), expires_at = greatest(expires_at, $3) WHERE id = $1
        """, .bytes(id.uuid.columnBytes), .integer(time.milliseconds), .integer(expiresAt.milliseconds)))
  }

  private func browserSessions(_ statement: PostgreSQLStatement) async throws -> [BrowserSession] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try BrowserSessionSQL.browserSession(&row) }
    }
  }
}
