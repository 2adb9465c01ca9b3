// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The idempotency keys of the accounts, with the response that is kept under each. Confined to the writer's thread.
struct IdempotencyKeys {
  private let database: Database
  /// The maximum number of keys of one account.
  private let limitPerAccount: Int
  /// The number of keys that the transaction forgot before they expired.
  private(set) var evictedCount = 0

  private static var keysAtOnce: Int { 500 }

  init(in database: Database, limitPerAccount: Int) {
    self.database = database
    self.limitPerAccount = limitPerAccount
  }

  /// Returns the response kept under a key; `nil` if there is none, or if it has expired at `time`.
  func response(to key: IdempotencyKey, at time: Timestamp) throws(SQLiteError) -> StoredResponse? {
    try StoredResponse.read(to: key, at: time, in: database)
  }

  /// Keeps what became of a request, in place of what has expired under its keys. Where its account has too many keys,
  /// its oldest go.
  mutating func keep(_ claim: IdempotencyClaim, about record: PhotoRecord, isNew: Bool) throws(SQLiteError) {
    let response = StoredResponse(fingerprint: claim.fingerprint, photo: record.id, isNew: isNew)
    try keep(response, under: claim.key, until: claim.expiresAt)
    try keepAlias(of: claim, response)
  }

  /// Keeps what became of a request under the second of its keys only, where it has one.
  mutating func keepAlias(of claim: IdempotencyClaim, _ response: StoredResponse) throws(SQLiteError) {
    if let alias = claim.alias { try keep(response, under: alias.key, until: alias.expiresAt) }
  }

  private mutating func keep(
    _ response: StoredResponse, under key: IdempotencyKey, until end: Timestamp
  ) throws(SQLiteError) {
    let account = key.account
    try database[.forgetResponse].run(account, key.text)
    let newest = try database[.newestResponse].first(account) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    let ordinal = (newest ?? 0) + 1
    try database[.keepResponse].run(
      account, ordinal, key.text, response.fingerprint, response.photo, response.isNew, end)
    let before = database.changeCount
    try database[.forgetResponsesUpTo].run(account, ordinal - Int64(limitPerAccount), Self.keysAtOnce)
    evictedCount += Int(database.changeCount - before)
  }

  /// Forgets a part of the keys that have expired.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forget(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetExpiredResponses].run(time, Self.keysAtOnce)
    return database.changeCount - before >= Int64(Self.keysAtOnce)
  }

  /// Forgets the oldest keys of an account, so many of them or a part.
  ///
  /// - Returns: The number of keys that are still to go; 0 where none are left.
  mutating func forgetOldest(of account: AccountID, count: Int) throws(SQLiteError) -> Int {
    let before = database.changeCount
    try database[.forgetResponsesUpTo].run(account, Int64.max, min(count, Self.keysAtOnce))
    let forgottenCount = Int(database.changeCount - before)
    evictedCount += forgottenCount
    return forgottenCount > 0 ? count - forgottenCount : 0
  }

  /// Forgets a part of the keys of an account that is being deleted.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forget(of account: AccountID) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetResponsesOfAccount].run(account, Self.keysAtOnce)
    return database.changeCount - before >= Int64(Self.keysAtOnce)
  }

  /// Gets ready for the next transaction.
  mutating func reset() { evictedCount = 0 }
}

extension StoredResponse {
  static func read(
    to key: IdempotencyKey, at time: Timestamp, in database: Database
  ) throws(SQLiteError) -> StoredResponse? {
    try database[.storedResponse].first(key.account, key.text, time) { (columns) throws(SQLiteError) in
      try StoredResponse(fingerprint: columns.next(), photo: columns.next(), isNew: columns.next())
    }
  }
}

extension Database {
  /// Returns the number of idempotency keys of each account that has any.
  func responseCounts() throws(SQLiteError) -> [(account: AccountID, count: Int)] {
    try self[.responseCounts].all { (columns) throws(SQLiteError) in
      (account: try columns.next(AccountID.self), count: try columns.next(Int.self))
    }
  }
}

extension SQL {
  fileprivate static let storedResponse = SQL(
    """
    SELECT fingerprint, photo, is_new FROM idempotency_key
    WHERE account = ?1 AND key = ?2 AND expires_at > ?3
    """)
  fileprivate static let newestResponse = SQL(
    "SELECT ordinal FROM idempotency_key WHERE account = ?1 ORDER BY ordinal DESC LIMIT 1")
  fileprivate static let responseCounts = SQL("SELECT account, count(*) FROM idempotency_key GROUP BY account")
  fileprivate static let keepResponse = SQL(
    """
    INSERT INTO idempotency_key (account, ordinal, key, fingerprint, photo, is_new, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    """)
  fileprivate static let forgetResponse = SQL("DELETE FROM idempotency_key WHERE account = ?1 AND key = ?2")
  fileprivate static let forgetResponsesUpTo = SQL(
    """
    DELETE FROM idempotency_key WHERE account = ?1 AND ordinal IN (
      SELECT ordinal FROM idempotency_key WHERE account = ?1 AND ordinal <= ?2 ORDER BY ordinal LIMIT ?3)
    """)
  fileprivate static let forgetExpiredResponses = SQL(
    """
    DELETE FROM idempotency_key WHERE (account, ordinal) IN (
      SELECT account, ordinal FROM idempotency_key WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
  fileprivate static let forgetResponsesOfAccount = SQL(
    """
    DELETE FROM idempotency_key WHERE account = ?1 AND ordinal IN (
      SELECT ordinal FROM idempotency_key WHERE account = ?1 LIMIT ?2)
    """)
}
