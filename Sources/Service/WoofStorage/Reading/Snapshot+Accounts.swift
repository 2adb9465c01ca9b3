// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The credential of an account; `nil` where there is no account of that name.
  func credential(of name: AccountName) throws(SQLiteError) -> StoredCredential? {
    try database[.credential].first(name) { (columns) throws(SQLiteError) in
      StoredCredential(account: try Self.account(&columns), passwordHash: try columns.next())
    }
  }

  /// The number of accounts whose hashes have a cost, by cost.
  func passwordCosts() throws(SQLiteError) -> [PasswordHash.Cost: Int] {
    var counts: [PasswordHash.Cost: Int] = [:]
    try database[.passwordCosts].rows { (columns) throws(SQLiteError) in
      let (text, count) = (try columns.next(String.self), try columns.next(Int.self))
      if let cost = PasswordHash.Cost(text) { counts[cost] = count }
      return true
    }
    return counts
  }

  /// Returns the summary of an account; `nil` if there is none.
  func summary(of id: AccountID) throws(SQLiteError) -> AccountSummary? {
    try database[.account].first(id) { (columns) throws(SQLiteError) in try summary(&columns) }
  }

  /// Returns the summaries of accounts, ordered by name.
  func summaries(after name: AccountName? = nil, limit: Int = .max) throws(SQLiteError) -> [AccountSummary] {
    try database[.accounts].all(name?.text ?? "", limit) { (columns) throws(SQLiteError) in try summary(&columns) }
  }

  private func summary(_ columns: inout Columns) throws(SQLiteError) -> AccountSummary {
    let account = try Self.account(&columns)
    return AccountSummary(
      account: account, photoCount: try columns.next(), byteCount: try columns.next(),
      deletedPhotoCount: try columns.next(), deletedByteCount: try columns.next(),
      favouriteCount: try columns.next() + (pending?.addedCount(of: account.id) ?? 0),
      quota: AccountQuota(
        byteCount: try columns.next(), photoCount: try columns.next(), uploadCount: try columns.next()))
  }

  private static func account(_ columns: inout Columns) throws(SQLiteError) -> Account {
    try Account(
      id: columns.next(), name: columns.next(), isAdministrator: columns.next(), isDisabled: columns.next(),
      createdAt: columns.next(), passwordVersion: columns.next())
  }
}

extension SQL {
  fileprivate static let credential = SQL(
    """
    SELECT number, name, is_administrator, is_disabled, created_at, password_version, password_hash FROM account
    WHERE name = ?1 AND deleted_at IS NULL
    """)
  // A hash is `$scrypt$`, its cost, and after another `$` the rest.
  fileprivate static let passwordCosts = SQL(
    """
    SELECT substr(password_hash, 9, instr(substr(password_hash, 9), '$') - 1) AS cost, count(*) FROM account
    WHERE deleted_at IS NULL GROUP BY cost
    """)
  fileprivate static let account = SQL(
    """
    SELECT number, name, is_administrator, is_disabled, created_at, password_version, ifnull(photo_count, 0),
      ifnull(byte_count, 0), ifnull(deleted_photo_count, 0), ifnull(deleted_byte_count, 0), ifnull(favourite_count, 0),
      byte_limit, photo_limit, upload_limit
    FROM account LEFT JOIN account_tally ON account_tally.account = number
    WHERE number = ?1 AND deleted_at IS NULL
    """)
  fileprivate static let accounts = SQL(
    """
    SELECT number, name, is_administrator, is_disabled, created_at, password_version, ifnull(photo_count, 0),
      ifnull(byte_count, 0), ifnull(deleted_photo_count, 0), ifnull(deleted_byte_count, 0), ifnull(favourite_count, 0),
      byte_limit, photo_limit, upload_limit
    FROM account LEFT JOIN account_tally ON account_tally.account = number
    WHERE deleted_at IS NULL AND name > ?1 ORDER BY name LIMIT ?2
    """)
}
