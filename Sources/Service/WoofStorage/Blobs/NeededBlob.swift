// SPDX-License-Identifier: Apache-2.0

package import WoofModel
package import WoofSQLite

/// A blob that a photo refers to.
package struct NeededBlob: Hashable, Sendable {
  /// The digest of its bytes.
  package let digest: Digest
  /// The number of its bytes.
  package let byteCount: Int64

  /// Makes a reference.
  package init(digest: Digest, byteCount: Int64) { (self.digest, self.byteCount) = (digest, byteCount) }
}

extension Database {
  /// The next blobs that photos refer to, by digest.
  ///
  /// - Parameters:
  ///   - digest: The one before them; `nil` for the first.
  ///   - limit: The most blobs to read.
  /// - Throws: `SQLiteError`.
  package func neededBlobs(after digest: Digest?, limit: Int) throws(SQLiteError) -> [NeededBlob] {
    try self[.neededBlobs].all(digest?.bytes ?? [], limit) { (columns) throws(SQLiteError) in
      NeededBlob(digest: try columns.next(), byteCount: try columns.next())
    }
  }

  /// The blobs that a photo refers to, by its number.
  ///
  /// - Throws: `SQLiteError`.
  package func neededBlobs(ofPhoto number: Int64) throws(SQLiteError) -> [NeededBlob] {
    try self[.blobsOfPhoto].all(number) { (columns) throws(SQLiteError) in
      NeededBlob(digest: try columns.next(), byteCount: try columns.next())
    }
  }

  /// The photos that refer to a blob, ten at most.
  ///
  /// - Throws: `SQLiteError`.
  package func photos(ofBlob digest: Digest) throws(SQLiteError) -> [PhotoID] {
    try self[.photosOfBlob].all(digest) { (columns) throws(SQLiteError) in try columns.next(PhotoID.self) }
  }

  /// Returns the number of blobs that photos refer to, and their total size in bytes.
  ///
  /// - Throws: `SQLiteError`.
  package func neededBlobs() throws(SQLiteError) -> (count: Int, byteCount: Int64) {
    try self[.neededBlobSum].first { (columns) throws(SQLiteError) in (try columns.next(), try columns.next()) }
      ?? (0, 0)
  }
}

extension SQL {
  fileprivate static let neededBlobs = SQL(
    """
    SELECT digest, byte_count FROM blob WHERE reference_count > 0 AND digest > ?1 ORDER BY digest LIMIT ?2
    """)
  fileprivate static let blobsOfPhoto = SQL(
    """
    SELECT DISTINCT blob.digest, blob.byte_count FROM blob_reference JOIN blob USING (digest) WHERE photo = ?1
    """)
  fileprivate static let photosOfBlob = SQL(
    """
    SELECT id FROM photo WHERE number IN (SELECT photo FROM blob_reference WHERE digest = ?1) LIMIT 10
    """)
  fileprivate static let neededBlobSum = SQL(
    "SELECT count(*), coalesce(sum(byte_count), 0) FROM blob WHERE reference_count > 0")
}

/// A blob that was found to have other bytes than its digest says, and was moved aside.
package struct DamagedBlob: Hashable, Sendable {
  /// The digest that it should have.
  package var digest: Digest
  /// The photos whose bytes it has, ten at most; responses for these are errors until the right bytes are back.
  package var photos: [PhotoID]
  /// The path of the bytes in the quarantine.
  package var path: String
}
