// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// Returns the response kept under a key; `nil` if there is none, or if it has expired at `time`.
  func storedAnswer(to key: IdempotencyKey, at time: Timestamp) throws(SQLiteError) -> StoredAnswer? {
    try StoredAnswer.read(to: key, at: time, in: database)
  }

  /// Keeps what became of a request, in place of what has expired under its keys. Where its account has too many keys, its
  /// oldest go.
  mutating func keepAnswer(to claim: IdempotencyClaim, about record: PhotoRecord, isNew: Bool) throws(SQLiteError) {
    let answer = StoredAnswer(fingerprint: claim.fingerprint, photo: record.id, isNew: isNew)
    try keep(answer, under: claim.key, until: claim.expiresAt)
    try keepAlias(of: claim, answer)
  }

  /// Keeps what became of a request under the second of its keys only, where it has one.
  mutating func keepAlias(of claim: IdempotencyClaim, _ answer: StoredAnswer) throws(SQLiteError) {
    if let alias = claim.alias { try keep(answer, under: alias.key, until: alias.expiresAt) }
  }

  private mutating func keep(
    _ answer: StoredAnswer, under key: IdempotencyKey, until end: Timestamp
  ) throws(SQLiteError) {
    let account = key.account
    try database[.forgetAnswer].run(account, key.text)
    let newest = try database[.newestAnswer].first(account) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    let ordinal = (newest ?? 0) + 1
    try database[.keepAnswer].run(
      account, ordinal, key.text, answer.fingerprint, answer.photo, answer.isNew, end)
    let before = database.changeCount
    try database[.forgetAnswersUpTo].run(account, ordinal - Int64(answerLimitPerAccount), Self.answersAtOnce)
    evictedAnswerCount += Int(database.changeCount - before)
  }

  /// Forgets a part of the keys that have expired.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forgetAnswers(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetExpiredAnswers].run(time, Self.answersAtOnce)
    return database.changeCount - before >= Int64(Self.answersAtOnce)
  }

  /// Forgets the oldest keys of an account, so many of them or a part.
  ///
  /// - Returns: The number of keys that are still to go; 0 where none are left.
  mutating func forgetOldestAnswers(of account: AccountID, count: Int) throws(SQLiteError) -> Int {
    let before = database.changeCount
    try database[.forgetAnswersUpTo].run(account, Int64.max, min(count, Self.answersAtOnce))
    let forgottenCount = Int(database.changeCount - before)
    evictedAnswerCount += forgottenCount
    return forgottenCount > 0 ? count - forgottenCount : 0
  }

  private static var answersAtOnce: Int { 500 }
}

extension StoredAnswer {
  static func read(
    to key: IdempotencyKey, at time: Timestamp, in database: Database
  ) throws(SQLiteError) -> StoredAnswer? {
    try database[.storedAnswer].first(key.account, key.text, time) { (columns) throws(SQLiteError) in
      try StoredAnswer(fingerprint: columns.next(), photo: columns.next(), isNew: columns.next())
    }
  }
}

extension Database {
  /// Returns the number of idempotency keys of each account that has any.
  func answerCounts() throws(SQLiteError) -> [(account: AccountID, count: Int)] {
    try self[.answerCounts].all { (columns) throws(SQLiteError) in
      (account: try columns.next(AccountID.self), count: try columns.next(Int.self))
    }
  }
}

extension SQL {
  fileprivate static let storedAnswer = SQL(
    """
    SELECT fingerprint, photo, is_new FROM idempotency_key
    WHERE account = ?1 AND key = ?2 AND expires_at > ?3
    """)
  fileprivate static let newestAnswer = SQL(
    "SELECT ordinal FROM idempotency_key WHERE account = ?1 ORDER BY ordinal DESC LIMIT 1")
  fileprivate static let answerCounts = SQL("SELECT account, count(*) FROM idempotency_key GROUP BY account")
  fileprivate static let keepAnswer = SQL(
    """
    INSERT INTO idempotency_key (account, ordinal, key, fingerprint, photo, is_new, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    """)
  fileprivate static let forgetAnswer = SQL("DELETE FROM idempotency_key WHERE account = ?1 AND key = ?2")
  fileprivate static let forgetAnswersUpTo = SQL(
    """
    DELETE FROM idempotency_key WHERE account = ?1 AND ordinal IN (
      SELECT ordinal FROM idempotency_key WHERE account = ?1 AND ordinal <= ?2 ORDER BY ordinal LIMIT ?3)
    """)
  fileprivate static let forgetExpiredAnswers = SQL(
    """
    DELETE FROM idempotency_key WHERE (account, ordinal) IN (
      SELECT account, ordinal FROM idempotency_key WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
}
