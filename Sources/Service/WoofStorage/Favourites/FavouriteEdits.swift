// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The newest number of an edit per account, device and photo, by which edits that come late or again are known. Confined to
/// the writer's thread.
///
/// A number is written by the transaction that sets or unsets the favourite, so that one is as durable as the other. It
/// stands in a table of its own and not in the journal: most favourites have none.
struct FavouriteEdits {
  /// The time for which a number is kept.
  static let lifetime = Duration.seconds(90 * 86_400)

  private static let editsAtOnce = 500
  /// The maximum number of accounts whose counts are remembered.
  private static let countLimit = 1000

  private let database: Database
  /// The maximum number of numbers of one account.
  private let limitPerAccount: Int
  /// The numbers of numbers of accounts that have edited lately, those of the transaction under way included.
  private var counts: [AccountID: Int] = [:]
  /// The number of edits that came late, within the transaction.
  private(set) var lateCount = 0
  /// The number of numbers that the transaction forgot before their time.
  private(set) var evictedCount = 0

  init(in database: Database, limitPerAccount: Int) {
    self.database = database
    self.limitPerAccount = max(limitPerAccount, 1)
  }

  /// Returns `true` if an edit is the newest of its device so far, and keeps its number then. Where the account has too many
  /// numbers, its oldest go.
  ///
  /// - Parameter time: The steady time.
  mutating func admit(_ edit: EditStamp, of key: FavouriteKey, at time: Timestamp) throws(SQLiteError) -> Bool {
    let newest = try database[.newestEdit].first(key.photo, key.account, edit.device) { (columns) throws(SQLiteError) in
      (number: try columns.next(Int64.self), expiresAt: try columns.next(Timestamp.self))
    }
    if let newest, newest.expiresAt > time, newest.number >= edit.number {
      lateCount += 1
      return false
    }
    if newest == nil { try makeRoom(for: key.account) }
    try database[.keepEdit].run(
      key.photo, key.account, edit.device, edit.number, time.advanced(by: Self.lifetime))
    return true
  }

  private mutating func makeRoom(for account: AccountID) throws(SQLiteError) {
    var count = if let count = counts[account] { count } else { try database.editCount(of: account) }
    let excess = count + 1 - limitPerAccount
    if excess > 0 {
      let before = database.changeCount
      try database[.forgetOldestEdits].run(account, min(excess, Self.editsAtOnce))
      let forgottenCount = Int(database.changeCount - before)
      evictedCount += forgottenCount
      count -= forgottenCount
    }
    if counts.count >= Self.countLimit { counts.removeAll(keepingCapacity: true) }
    counts[account] = count + 1
  }

  /// Forgets a part of the numbers that have been kept for long enough.
  ///
  /// - Returns: `true` if there may be more to forget.
  mutating func forget(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    try forget(.forgetExpiredEdits, time, limit: Self.editsAtOnce) >= Self.editsAtOnce
  }

  /// Forgets the oldest numbers of an account, so many of them or a part.
  ///
  /// - Returns: The number of those that are still to go; 0 where none are left.
  mutating func forgetOldest(of account: AccountID, count: Int) throws(SQLiteError) -> Int {
    let forgottenCount = try forget(.forgetOldestEdits, account, limit: min(count, Self.editsAtOnce))
    evictedCount += forgottenCount
    return forgottenCount > 0 ? count - forgottenCount : 0
  }

  /// Forgets a part of the numbers of an account that is being deleted.
  ///
  /// - Returns: `true` if there may be more to forget.
  mutating func forget(of account: AccountID) throws(SQLiteError) -> Bool {
    try forget(.forgetOldestEdits, account, limit: Self.editsAtOnce) >= Self.editsAtOnce
  }

  /// Forgets numbers of edits of a photo.
  ///
  /// - Parameter limit: The most that are forgotten; all where it is negative.
  /// - Returns: The number of those that were forgotten.
  mutating func forget(ofPhoto number: Int64, limit: Int) throws(SQLiteError) -> Int {
    try forget(.forgetEditsOfPhoto, number, limit: limit)
  }

  private mutating func forget(
    _ sql: SQL, _ key: some SQLiteBindable, limit: Int
  ) throws(SQLiteError) -> Int {
    let before = database.changeCount
    try database[sql].run(key, limit)
    let forgottenCount = Int(database.changeCount - before)
    if forgottenCount > 0 { counts.removeAll(keepingCapacity: true) }
    return forgottenCount
  }

  /// Forgets what was not committed.
  mutating func rollBack() { counts.removeAll(keepingCapacity: true) }

  /// Gets ready for the next transaction.
  mutating func reset() {
    lateCount = 0
    evictedCount = 0
  }
}

extension Database {
  /// Returns the number of numbers of edits of each account that has any.
  func editCounts() throws(SQLiteError) -> [(account: AccountID, count: Int)] {
    try self[.editCounts].all { (columns) throws(SQLiteError) in
      (account: try columns.next(AccountID.self), count: try columns.next(Int.self))
    }
  }

  fileprivate func editCount(of account: AccountID) throws(SQLiteError) -> Int {
    try self[.editCount].first(account) { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }
}

extension SQL {
  fileprivate static let newestEdit = SQL(
    "SELECT number, expires_at FROM favourite_edit WHERE photo = ?1 AND account = ?2 AND device = ?3")
  fileprivate static let keepEdit = SQL(
    """
    INSERT INTO favourite_edit (photo, account, device, number, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (photo, account, device) DO UPDATE SET number = excluded.number, expires_at = excluded.expires_at
    """)
  fileprivate static let editCounts = SQL("SELECT account, count(*) FROM favourite_edit GROUP BY account")
  fileprivate static let editCount = SQL("SELECT count(*) FROM favourite_edit WHERE account = ?1")
  fileprivate static let forgetOldestEdits = SQL(
    """
    DELETE FROM favourite_edit WHERE (photo, account, device) IN (
      SELECT photo, account, device FROM favourite_edit WHERE account = ?1 ORDER BY expires_at LIMIT ?2)
    """)
  fileprivate static let forgetExpiredEdits = SQL(
    """
    DELETE FROM favourite_edit WHERE (photo, account, device) IN (
      SELECT photo, account, device FROM favourite_edit WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
  fileprivate static let forgetEditsOfPhoto = SQL(
    """
    DELETE FROM favourite_edit WHERE photo = ?1 AND (account, device) IN (
      SELECT account, device FROM favourite_edit WHERE photo = ?1 LIMIT ?2)
    """)
}
