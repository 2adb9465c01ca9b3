// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the session of a secret; `nil` if there is none.
  func browserSession(ofSecretHash hash: Digest) throws(SQLiteError) -> BrowserSession? {
    try database[.browserSessionOfSecret].first(hash) { (columns) throws(SQLiteError) in try BrowserSession(&columns) }
  }

  /// Returns the session of an id; `nil` if there is none.
  func browserSession(_ id: BrowserSessionID) throws(SQLiteError) -> BrowserSession? {
    try database[.browserSession].first(id.uuid) { (columns) throws(SQLiteError) in try BrowserSession(&columns) }
  }

  /// Returns a page of sessions, the newest first.
  func browserSessions(_ query: BrowserSessionQuery) throws(SQLiteError) -> [BrowserSession] {
    let end = query.after?.uuid ?? PhotoID(high: .max, low: .max)
    guard let account = query.account else {
      return try database[.browserSessionsOfAll].all(query.time, end, query.limit) {
        (columns) throws(SQLiteError) in try BrowserSession(&columns)
      }
    }
    return try database[.browserSessionsOfAccount].all(query.time, end, query.limit, account) {
      (columns) throws(SQLiteError) in try BrowserSession(&columns)
    }
  }
}

extension BrowserSession {
  /// Reads the columns of ``SQL/browserSessionColumns``.
  fileprivate init(_ columns: inout Columns) throws(SQLiteError) {
    let id = BrowserSessionID(uuid: try columns.next())
    let account = Account(
      id: try columns.next(), name: try columns.next(), isAdministrator: try columns.next(),
      isDisabled: try columns.next(), createdAt: try columns.next(), passwordVersion: try columns.next())
    let device = BrowserDevice(browser: try columns.next(), system: try columns.next())
    self.init(
      id: id, account: account, device: device, createdAt: try columns.next(), usedAt: try columns.next(),
      expiresAt: try columns.next())
  }
}

extension SQL {
  private static let browserSessionColumns = """
    SELECT browser_session.id, account.number, account.name, is_administrator, is_disabled, account.created_at,
      password_version, browser, system, browser_session.created_at, used_at, expires_at
    FROM browser_session JOIN account ON account.number = browser_session.account
    """
  fileprivate static let browserSessionOfSecret = SQL("\(browserSessionColumns) WHERE secret_hash = ?1")
  fileprivate static let browserSession = SQL("\(browserSessionColumns) WHERE browser_session.id = ?1")
  fileprivate static let browserSessionsOfAll = SQL(
    "\(browserSessionColumns) WHERE expires_at > ?1 AND browser_session.id < ?2 ORDER BY browser_session.id DESC LIMIT ?3"
  )
  fileprivate static let browserSessionsOfAccount = SQL(
    """
    \(browserSessionColumns)
    WHERE account = ?4 AND expires_at > ?1 AND browser_session.id < ?2 ORDER BY browser_session.id DESC LIMIT ?3
    """)
}
