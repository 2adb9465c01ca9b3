// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// Keeps a new session, and removes those of its account that have expired or are too many.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/BrowserSessionStore/addBrowserSession(_:secretHash:countLimit:)``;
  ///   ``SQLiteError``.
  mutating func addBrowserSession(_ session: BrowserSession, secretHash hash: Digest, countLimit: Int) throws {
    let account = session.account.id
    try requireActive(account)
    try requirePassword(session.account.passwordVersion, of: account)
    try database[.removeExpiredBrowserSessions].run(account, session.createdAt)
    let before = database.changeCount
    try database[.removeSurplusBrowserSessions].run(account, countLimit - 1)
    if database.changeCount > before { try advanceGeneration() }
    try database[.insertBrowserSession].run(
      session.id.uuid, account, hash, NullableValue(session.device.browser), NullableValue(session.device.system),
      session.createdAt, session.usedAt, session.expiresAt)
  }

  /// Removes a session of an account; whether there was one.
  mutating func removeBrowserSession(_ id: BrowserSessionID, of account: AccountID) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.removeBrowserSession].run(id.uuid, account)
    guard database.changeCount > before else { return false }
    try advanceGeneration()
    return true
  }

  /// Removes all sessions of an account, and returns how many there were. Whoever calls it advances the generation.
  @discardableResult
  func removeBrowserSessions(of account: AccountID) throws(SQLiteError) -> Int {
    let before = database.changeCount
    try database[.removeBrowserSessionsOfAccount].run(account)
    return Int(database.changeCount - before)
  }

  /// Notes that a session was used and lasts longer for that.
  func noteUse(
    ofBrowserSession id: BrowserSessionID, at time: Timestamp, until expiresAt: Timestamp
  ) throws(SQLiteError) {
    try database[.noteUseOfBrowserSession].run(id.uuid, time, expiresAt)
  }
}

extension SQL {
  fileprivate static let removeExpiredBrowserSessions = SQL(
    "DELETE FROM browser_session WHERE account = ?1 AND expires_at <= ?2")
  fileprivate static let removeSurplusBrowserSessions = SQL(
    """
    DELETE FROM browser_session WHERE id IN (
      SELECT id FROM browser_session WHERE account = ?1 ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?2)
    """)
  fileprivate static let insertBrowserSession = SQL(
    """
    INSERT INTO browser_session (id, account, secret_hash, browser, system, created_at, used_at, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    """)
  fileprivate static let removeBrowserSession = SQL("DELETE FROM browser_session WHERE id = ?1 AND account = ?2")
  fileprivate static let removeBrowserSessionsOfAccount = SQL("DELETE FROM browser_session WHERE account = ?1")
  fileprivate static let noteUseOfBrowserSession = SQL(
    """
    UPDATE browser_session SET used_at = max(used_at, ?2), expires_at = max(expires_at, ?3) WHERE id = ?1
    """)
}
