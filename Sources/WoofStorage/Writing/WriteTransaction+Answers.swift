internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// The answer kept under a key, unless it has expired.
  func storedAnswer(to key: IdempotencyKey, at time: Timestamp) throws(SQLiteError) -> StoredAnswer? {
    try StoredAnswer.read(to: key, at: time, in: database)
  }

  /// Keeps the answer to a request, in place of one that has expired.
  func keepAnswer(to claim: IdempotencyClaim, about record: PhotoRecord, isNew: Bool) throws(SQLiteError) {
    let answer = claim.answer(record, isNew)
    try database[.keepAnswer].run(
      claim.key.account, claim.key.text, claim.fingerprint, record.id, answer.status, answer.body, claim.expiresAt)
  }

  /// Forgets a part of the answers that have expired, and the oldest where there are too many.
  ///
  /// - Returns: Whether there may be more to forget.
  func forgetAnswers(expiredBy time: Timestamp, keeping limit: Int) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetExpiredAnswers].run(time, Self.answersAtOnce)
    try database[.forgetOldestAnswers].run(limit, Self.answersAtOnce)
    return database.changeCount - before >= Int64(Self.answersAtOnce)
  }

  private static var answersAtOnce: Int { 500 }
}

extension StoredAnswer {
  static func read(
    to key: IdempotencyKey, at time: Timestamp, in database: Database
  ) throws(SQLiteError) -> StoredAnswer? {
    try database[.storedAnswer].first(key.account, key.text, time) { (columns) throws(SQLiteError) in
      try StoredAnswer(
        fingerprint: columns.next(), photo: columns.next(), status: columns.next(), body: columns.next())
    }
  }
}

extension SQL {
  fileprivate static let storedAnswer = SQL(
    """
    SELECT fingerprint, photo, status, body FROM stored_answer
    WHERE account = ?1 AND key = ?2 AND expires_at > ?3
    """)
  fileprivate static let keepAnswer = SQL(
    """
    INSERT INTO stored_answer (account, key, fingerprint, photo, status, body, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (account, key) DO UPDATE SET fingerprint = excluded.fingerprint, photo = excluded.photo,
      status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
    """)
  fileprivate static let forgetExpiredAnswers = SQL(
    """
    DELETE FROM stored_answer
    WHERE number IN (SELECT number FROM stored_answer WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
  fileprivate static let forgetOldestAnswers = SQL(
    """
    DELETE FROM stored_answer
    WHERE number IN (
      SELECT number FROM stored_answer ORDER BY number
      LIMIT max(0, min(?2, (SELECT count(*) FROM stored_answer) - ?1)))
    """)
}
