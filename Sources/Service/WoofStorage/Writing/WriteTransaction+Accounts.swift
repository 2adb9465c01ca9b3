// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// Adds an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name is taken; ``SQLiteError``.
  mutating func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) throws -> Account {
    guard try number(of: name) == nil else {
      throw WoofError.nameTaken(name)
    }
    try database[.insertAccount].run(name, passwordHash, isAdministrator, time)
    let id = AccountID(rawValue: database.lastRowNumber)
    try advanceGeneration()
    return Account(id: id, name: name, isAdministrator: isAdministrator, isDisabled: false, createdAt: time)
  }

  /// Replaces the password of an account, where it is the one of the given number or none is given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `precondition-failed`; ``SQLiteError``.
  mutating func setPasswordHash(_ hash: PasswordHash, of name: AccountName, replacing version: Int64?) throws {
    let number = try existingNumber(of: name)
    guard try version == nil || version == passwordVersion(of: AccountID(rawValue: number)) else {
      throw WoofError.passwordReplaced(of: name)
    }
    try database[.updatePasswordHash].run(number, hash)
    try removeTickets(of: AccountID(rawValue: number))
    try removeAppPasswords(of: AccountID(rawValue: number))
    try removeBrowserSessions(of: AccountID(rawValue: number))
    try advanceGeneration()
  }

  /// Replaces the hash of an account by another of the same password; whether that is still its password.
  ///
  /// - Throws: ``SQLiteError``.
  mutating func renewPasswordHash(
    _ hash: PasswordHash, of name: AccountName, version: Int64
  ) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.renewPasswordHash].run(name, hash, version)
    return database.changeCount > before
  }

  /// Forbids or allows an account to sign in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func setDisabled(_ isDisabled: Bool, of name: AccountName) throws {
    let number = try existingNumber(of: name)
    try database[.updateDisabled].run(number, isDisabled)
    if isDisabled {
      try removeTickets(of: AccountID(rawValue: number))
      try removeBrowserSessions(of: AccountID(rawValue: number))
    }
    try advanceGeneration()
  }

  /// Makes sure that an account may sign in: it may have been disabled while its upload came.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden`; ``SQLiteError``.
  func requireEnabled(_ account: AccountID) throws {
    let isDisabled = try database[.isDisabled].first(account) { (columns) throws(SQLiteError) in
      try columns.next(Bool.self)
    }
    guard isDisabled != true || deletedAccounts.contains(account) else {
      throw WoofError.disabledAccount
    }
  }

  /// Makes sure that an account is there and may sign in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where it has been disabled, or `conflict` where it has been
  ///   deleted; ``SQLiteError``.
  func requireActive(_ account: AccountID) throws {
    try requireEnabled(account)
    guard !deletedAccounts.contains(account) else { throw WoofError.deletedAccount }
  }

  /// Makes sure that an account still has a password.
  ///
  /// - Parameter version: The number of the password.
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`; ``SQLiteError``.
  func requirePassword(_ version: Int64, of account: AccountID) throws {
    guard try passwordVersion(of: account) == version else {
      throw WoofError.outdatedPassword
    }
  }

  private func passwordVersion(of account: AccountID) throws(SQLiteError) -> Int64? {
    try database[.passwordVersion].first(account) { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
  }

  /// Lets an account administer the service, or no longer.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func setAdministrator(_ isAdministrator: Bool, of name: AccountName) throws {
    try database[.updateAdministrator].run(try existingNumber(of: name), isAdministrator)
    try advanceGeneration()
  }

  private func number(of name: AccountName) throws(SQLiteError) -> Int64? {
    try database[.accountNumber].first(name) { (columns) throws(SQLiteError) in try columns.next() }
  }

  /// The number of an account that has not been deleted.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  func existingNumber(of name: AccountName) throws -> Int64 {
    guard let number = try number(of: name), !deletedAccounts.contains(AccountID(rawValue: number)) else {
      throw WoofError.noAccount(name)
    }
    return number
  }

  /// Lets everybody look at accounts again.
  mutating func advanceGeneration() throws(SQLiteError) {
    credentialGeneration = try database[.advanceCredentialGeneration].first { (columns) throws(SQLiteError) in
      try columns.next()
    }
  }
}

extension SQL {
  static let accountNumber = SQL("SELECT number FROM account WHERE name = ?1")
  fileprivate static let insertAccount = SQL(
    """
    INSERT INTO account (name, password_hash, is_administrator, is_disabled, created_at) VALUES (?1, ?2, ?3, 0, ?4)
    """)
  fileprivate static let passwordVersion = SQL("SELECT password_version FROM account WHERE number = ?1")
  fileprivate static let updatePasswordHash = SQL(
    "UPDATE account SET password_hash = ?2, password_version = password_version + 1 WHERE number = ?1")
  fileprivate static let renewPasswordHash = SQL(
    "UPDATE account SET password_hash = ?2 WHERE name = ?1 AND password_version = ?3 AND deleted_at IS NULL")
  fileprivate static let updateAdministrator = SQL(
    "UPDATE account SET is_administrator = ?2 WHERE number = ?1")
  fileprivate static let isDisabled = SQL("SELECT is_disabled FROM account WHERE number = ?1")
  fileprivate static let updateDisabled = SQL("UPDATE account SET is_disabled = ?2 WHERE number = ?1")
}

extension WriteTransaction {
  /// Sets what an account may have.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func setQuota(_ quota: AccountQuota, of name: AccountName) throws {
    try database[.updateQuota].run(
      try existingNumber(of: name), NullableValue(quota.byteCount), NullableValue(quota.photoCount),
      NullableValue(quota.uploadCount))
  }

  /// Makes sure that an account has room for a photo.
  ///
  /// - Parameter standard: The quota of an account for which none was set.
  /// - Throws: As ``WoofModel/AccountQuota/admit(byteCount:to:)``; ``SQLiteError``.
  func requireRoom(for byteCount: Int64, of account: AccountID, _ standard: AccountQuota) throws {
    let found = try database[.quotaAndUse].first(account) { (columns) throws(SQLiteError) in
      (
        quota: AccountQuota(byteCount: try columns.next(), photoCount: try columns.next()),
        use: AccountUse(byteCount: try columns.next(), photoCount: try columns.next())
      )
    }
    guard let found else { return }
    try found.quota.resolved(by: standard).admit(byteCount: byteCount, to: found.use)
  }
}

extension SQL {
  fileprivate static let updateQuota = SQL(
    "UPDATE account SET byte_limit = ?2, photo_limit = ?3, upload_limit = ?4 WHERE number = ?1")
  fileprivate static let quotaAndUse = SQL(
    """
    SELECT byte_limit, photo_limit, ifnull(byte_count + deleted_byte_count, 0),
      ifnull(photo_count + deleted_photo_count, 0)
    FROM account LEFT JOIN account_tally ON account_tally.account = number WHERE number = ?1
    """)
}
