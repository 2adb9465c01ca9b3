// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// Keeps a new app password, and removes those of its account that have expired.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/AppPasswordStore/addAppPassword(_:secretHash:countLimit:)``;
  ///   ``SQLiteError``.
  mutating func addAppPassword(_ password: AppPassword, secretHash hash: Digest, countLimit: Int) throws {
    let account = password.account.id
    try requireActive(account)
    try requirePassword(password.account.passwordVersion, of: account)
    try database[.removeExpiredAppPasswords].run(account, password.createdAt)
    let count = try database[.appPasswordCount].first(account) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    try AppPassword.admit(count: count ?? 0, countLimit: countLimit)
    try database[.insertAppPassword].run(
      password.id.uuid, account, hash, password.name, Int64(password.scopes.rawValue), password.createdAt,
      NullableValue(password.expiresAt))
  }

  /// Removes an app password of an account, and the tickets that were issued with it; whether there was one.
  mutating func removeAppPassword(_ id: AppPasswordID, of account: AccountID) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.removeAppPassword].run(id.uuid, account)
    guard database.changeCount > before else { return false }
    try removeTickets(ofAppPassword: id)
    try advanceGeneration()
    return true
  }

  /// Removes all app passwords of an account: what was granted to who knew its password lasts no longer than that.
  func removeAppPasswords(of account: AccountID) throws(SQLiteError) {
    try database[.removeAppPasswordsOfAccount].run(account)
  }

  /// Notes that an app password was used.
  func noteUse(ofAppPassword id: AppPasswordID, at time: Timestamp) throws(SQLiteError) {
    try database[.noteUseOfAppPassword].run(id.uuid, time)
  }
}

extension SQL {
  fileprivate static let removeExpiredAppPasswords = SQL(
    "DELETE FROM app_password WHERE account = ?1 AND expires_at <= ?2")
  fileprivate static let appPasswordCount = SQL("SELECT count(*) FROM app_password WHERE account = ?1")
  fileprivate static let insertAppPassword = SQL(
    """
    INSERT INTO app_password (id, account, secret_hash, name, scopes, created_at, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    """)
  fileprivate static let removeAppPassword = SQL("DELETE FROM app_password WHERE id = ?1 AND account = ?2")
  fileprivate static let removeAppPasswordsOfAccount = SQL("DELETE FROM app_password WHERE account = ?1")
  fileprivate static let noteUseOfAppPassword = SQL(
    "UPDATE app_password SET used_at = max(ifnull(used_at, ?2), ?2) WHERE id = ?1")
}
