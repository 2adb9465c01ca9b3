// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  private static let archivesAtOnce = 500
  /// The number that stands for all who did not sign in; accounts begin at 1.
  private static let visitors: Int64 = 0

  /// Keeps a request for an archive, and forgets the oldest ones of its account where there are too many.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/ArchiveStore/addArchive(_:secretHash:countLimit:)``; ``SQLiteError``.
  func addArchive(_ request: ArchiveRequest, secretHash hash: Digest, countLimit: Int) throws {
    if let reader = request.reader { try requireActive(reader.id) }
    let account = request.reader?.id.rawValue ?? Self.visitors
    try database[.forgetOldestArchives].run(account, countLimit - 1)
    let (isAlbum, ids) =
      switch request.selection {
      case .album(let id): (true, [id.uuid])
      case .photos(let ids): (false, ids)
      }
    try database[.insertArchive].run(
      hash, account, request.reader?.passwordVersion ?? 0, isAlbum, PhotoIDRun.bytes(of: ids), request.expiresAt)
  }

  /// Notes check values of blobs.
  func note(_ checkValues: [Digest: UInt32]) throws(SQLiteError) {
    for (digest, value) in checkValues { try database[.noteCheckValue].run(digest, Int64(value)) }
  }

  /// Notes the SHA-256 of all bytes of an archive, and forgets the oldest ones where there are too many.
  func note(
    _ digest: Digest, ofArchiveTagged tag: String, at time: Timestamp, countLimit: Int
  ) throws(SQLiteError) {
    try database[.noteArchiveDigest].run(tag, digest, time)
    try database[.forgetOldestDigests].run(countLimit)
  }

  /// Forgets the requests for archives of an account.
  func forgetArchives(of account: AccountID) throws(SQLiteError) { try database[.forgetArchivesOfAccount].run(account) }

  /// Forgets a part of the requests for archives that have expired.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forgetArchives(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetExpiredArchives].run(time, Self.archivesAtOnce)
    return database.changeCount - before >= Int64(Self.archivesAtOnce)
  }
}

extension SQL {
  fileprivate static let insertArchive = SQL(
    """
    INSERT INTO archive (secret_hash, account, password_version, is_album, ids, expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    """)
  fileprivate static let forgetOldestArchives = SQL(
    """
    DELETE FROM archive WHERE secret_hash IN (
      SELECT secret_hash FROM archive WHERE account = ?1 ORDER BY expires_at DESC LIMIT -1 OFFSET ?2)
    """)
  fileprivate static let noteArchiveDigest = SQL(
    "INSERT OR REPLACE INTO archive_digest (tag, sha256, noted_at) VALUES (?1, ?2, ?3)")
  fileprivate static let forgetOldestDigests = SQL(
    """
    DELETE FROM archive_digest WHERE tag IN (
      SELECT tag FROM archive_digest ORDER BY noted_at DESC LIMIT -1 OFFSET ?1)
    """)
  fileprivate static let forgetArchivesOfAccount = SQL("DELETE FROM archive WHERE account = ?1")
  fileprivate static let forgetExpiredArchives = SQL(
    """
    DELETE FROM archive WHERE secret_hash IN (
      SELECT secret_hash FROM archive WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
  // A blob that has gone meanwhile gets no value that nobody would remove.
  fileprivate static let noteCheckValue = SQL(
    """
    INSERT OR REPLACE INTO check_value (digest, crc32)
    SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM blob WHERE digest = ?1)
      OR EXISTS (SELECT 1 FROM variant WHERE digest = ?1)
    """)
}
