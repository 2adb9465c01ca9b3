// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the app password of a secret; `nil` if there is none.
  func appPassword(ofSecretHash hash: Digest) throws(SQLiteError) -> AppPassword? {
    try database[.appPasswordOfSecret].first(hash) { (columns) throws(SQLiteError) in try AppPassword(&columns) }
  }

  /// Returns the app password of an id; `nil` if there is none.
  func appPassword(_ id: AppPasswordID) throws(SQLiteError) -> AppPassword? {
    try database[.appPassword].first(id.uuid) { (columns) throws(SQLiteError) in try AppPassword(&columns) }
  }

  /// Returns a page of app passwords, the newest first.
  func appPasswords(_ query: AppPasswordQuery) throws(SQLiteError) -> [AppPassword] {
    let end = query.after?.uuid ?? PhotoID(high: .max, low: .max)
    guard let account = query.account else {
      return try database[.appPasswordsOfAll].all(end, query.limit) {
        (columns) throws(SQLiteError) in try AppPassword(&columns)
      }
    }
    return try database[.appPasswordsOfAccount].all(account, end, query.limit) {
      (columns) throws(SQLiteError) in try AppPassword(&columns)
    }
  }
}

extension AppPassword {
  /// Reads the columns of ``SQL/appPasswordColumns``.
  fileprivate init(_ columns: inout Columns) throws(SQLiteError) {
    let id = AppPasswordID(uuid: try columns.next())
    let account = Account(
      id: try columns.next(), name: try columns.next(), isAdministrator: try columns.next(),
      isDisabled: try columns.next(), createdAt: try columns.next(), passwordVersion: try columns.next())
    self.init(
      id: id, account: account, name: try columns.next(),
      scopes: AppPasswordScopes(rawValue: UInt8(truncatingIfNeeded: try columns.next(Int64.self))),
      createdAt: try columns.next(), expiresAt: try columns.next(), usedAt: try columns.next())
  }
}

extension SQL {
  private static let appPasswordColumns = """
    SELECT app_password.id, account.number, account.name, is_administrator, is_disabled, account.created_at,
      password_version, app_password.name, scopes, app_password.created_at, expires_at, used_at
    FROM app_password JOIN account ON account.number = app_password.account
    """
  fileprivate static let appPasswordOfSecret = SQL("\(appPasswordColumns) WHERE secret_hash = ?1")
  fileprivate static let appPassword = SQL("\(appPasswordColumns) WHERE app_password.id = ?1")
  fileprivate static let appPasswordsOfAll = SQL(
    "\(appPasswordColumns) WHERE app_password.id < ?1 ORDER BY app_password.id DESC LIMIT ?2")
  fileprivate static let appPasswordsOfAccount = SQL(
    "\(appPasswordColumns) WHERE account = ?1 AND app_password.id < ?2 ORDER BY app_password.id DESC LIMIT ?3")
}
