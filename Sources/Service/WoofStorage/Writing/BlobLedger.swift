// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSQLite

/// The database's records of blobs, for whoever removes blobs. Confined to one thread.
struct BlobLedger {
  let database: Database

  /// Blobs that nothing refers to.
  func garbage(limit: Int) throws(SQLiteError) -> [Digest] {
    try database[.garbage].all(limit) { (columns) throws(SQLiteError) in try columns.next() }
  }

  /// Returns the number of blobs that nothing refers to, and their total size in bytes.
  func garbage() throws(SQLiteError) -> (count: Int, byteCount: Int64) {
    try database[.garbageSum].first { (columns) throws(SQLiteError) in (try columns.next(), try columns.next()) }
      ?? (0, 0)
  }

  /// Returns `true` if a photo refers to a blob.
  func isReferredTo(_ digest: Digest) throws(SQLiteError) -> Bool {
    try referenceCount(of: digest).map { $0 > 0 } ?? false
  }

  /// Returns `true` if a blob has been recorded, even if nothing refers to it.
  func isKnown(_ digest: Digest) throws(SQLiteError) -> Bool { try referenceCount(of: digest) != nil }

  private func referenceCount(of digest: Digest) throws(SQLiteError) -> Int? {
    try database[.referenceCount].first(digest) { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension WriteTransaction {
  /// Forgets blobs that have been removed; one that a photo refers to by now has come back.
  func forgetBlobs(_ digests: [Digest]) throws(SQLiteError) {
    for digest in digests { try database[.forgetBlob].run(digest) }
  }
}

extension SQL {
  fileprivate static let garbage = SQL("SELECT digest FROM blob WHERE reference_count = 0 LIMIT ?1")
  fileprivate static let garbageSum = SQL(
    "SELECT count(*), coalesce(sum(byte_count), 0) FROM blob WHERE reference_count = 0")
  fileprivate static let referenceCount = SQL("SELECT reference_count FROM blob WHERE digest = ?1")
  fileprivate static let forgetBlob = SQL("DELETE FROM blob WHERE digest = ?1 AND reference_count = 0")
}
