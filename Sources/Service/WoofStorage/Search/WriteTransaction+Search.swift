// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

extension WriteTransaction {
  /// The maximum number of photos that are indexed with what changes them. Of more, as where an album of thousands gets
  /// another title, all wait for the maintenance thread, so that nobody waits for them.
  private static let photosAtOnce = 128
  /// The number of photos that the maintenance thread has indexed at once.
  private static let photosOfPart = 64

  /// Indexes the photos whose words have changed, unless they are many.
  ///
  /// - Returns: `true` if no photos wait any more.
  func indexAllPhotos() throws(SQLiteError) -> Bool {
    let photos = try unindexedPhotos(limit: Self.photosAtOnce + 1)
    guard photos.count <= Self.photosAtOnce else { return false }
    try index(photos)
    return true
  }

  /// Indexes some of the photos that wait, the newest first.
  func indexPhotos() throws(SQLiteError) { try index(try unindexedPhotos(limit: Self.photosOfPart)) }

  private func unindexedPhotos(limit: Int) throws(SQLiteError) -> [Int64] {
    try database[.unindexedPhotos].all(limit) { (columns) throws(SQLiteError) in try columns.next() }
  }

  private func index(_ photos: [Int64]) throws(SQLiteError) {
    for photo in photos {
      try database[.removeListedWords].run(photo)
      try database[.addListedWords].run(photo)
      try database[.removeOwnedWords].run(photo)
      try database[.addOwnedWords].run(photo)
      try database[.noteIndexed].run(photo)
    }
  }
}

extension Database {
  /// Returns `true` if photos wait for the search indexes.
  func hasUnindexedPhotos() throws(SQLiteError) -> Bool {
    try self[.unindexedPhotos].first(1) { (columns) throws(SQLiteError) in try columns.next(Int64.self) } != nil
  }
}

extension SQL {
  fileprivate static let unindexedPhotos = SQL("SELECT photo FROM unindexed_photo ORDER BY photo DESC LIMIT ?1")
  fileprivate static let removeListedWords = SQL("DELETE FROM listed_search WHERE rowid = ?1")
  fileprivate static let addListedWords = SQL(
    """
    INSERT INTO listed_search (rowid, account, caption, words)
    SELECT number, account, caption, words FROM photo_words
    WHERE number = ?1 AND \(PhotoListPart.listedCondition)
    """)
  fileprivate static let removeOwnedWords = SQL("DELETE FROM owned_search WHERE rowid = ?1")
  fileprivate static let addOwnedWords = SQL(
    """
    INSERT INTO owned_search (rowid, caption, words)
    SELECT number, \(SearchIndex.ownedCaption), \(SearchIndex.ownedWords) FROM photo_words
    WHERE number = ?1 AND is_deleted = 0
    """)
  fileprivate static let noteIndexed = SQL("DELETE FROM unindexed_photo WHERE photo = ?1")
}
