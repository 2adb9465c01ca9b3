// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// An album as the tables have it.
struct AlbumRow {
  /// The album's number.
  let number: Int64
  /// The record, without what differs by reader.
  private(set) var record: AlbumRecord
  /// The number of the photo that the owner chose for the cover; `nil` for the first.
  let cover: Int64?

  /// The account of a reader that did not sign in, which nobody has.
  static let nobody = AccountID(rawValue: 0)

  /// The condition of photos of an album that a reader sees in it.
  ///
  /// - Parameter reader: The parameter that holds the account, such as `?2`.
  static func seen(by reader: String) -> String {
    "(access = 0 OR access = 1 AND album_photo.owner = \(reader))"
  }

  private init(_ columns: inout Columns) throws(SQLiteError) {
    number = try columns.next()
    record = try AlbumRecord(
      id: columns.next(), ownerID: columns.next(), ownerName: columns.next(), title: columns.next(),
      visibility: columns.next(), createdAt: columns.next(), version: columns.next())
    cover = try columns.next()
  }

  /// Returns an album as a reader sees it; `nil` for an id that never was, and for a deleted album.
  static func read(_ id: AlbumID, for reader: AccountID?, in database: Database) throws(SQLiteError) -> AlbumRow? {
    let row = try database[.albumByID].first(id) { (columns) throws(SQLiteError) in try AlbumRow(&columns) }
    return try row?.completed(for: reader ?? nobody, from: database)
  }

  /// Returns an album as a reader sees it, by its number; `nil` for a deleted album.
  static func read(number: Int64, for reader: AccountID?, in database: Database) throws(SQLiteError) -> AlbumRow? {
    let row = try database[.albumByNumber].first(number) { (columns) throws(SQLiteError) in try AlbumRow(&columns) }
    return try row?.completed(for: reader ?? nobody, from: database)
  }

  /// Returns an album as its owner sees it, by its number; `nil` for a deleted album.
  static func readForOwner(number: Int64, in database: Database) throws(SQLiteError) -> AlbumRow? {
    let row = try database[.albumByNumber].first(number) { (columns) throws(SQLiteError) in try AlbumRow(&columns) }
    guard let row else { return nil }
    return try row.completed(for: row.record.ownerID, from: database)
  }

  private func completed(for reader: AccountID, from database: Database) throws(SQLiteError) -> AlbumRow {
    var row = self
    try database[.contributorsOfAlbum].rows(number) { (columns) throws(SQLiteError) in
      row.record.contributors[try columns.next()] = try columns.next(AccountName.self)
      return true
    }
    row.record.photoCount =
      try database[.countPhotosOfAlbum].first(number, reader) { (columns) throws(SQLiteError) in try columns.next() }
      ?? 0
    row.record.cover = try coverID(for: reader, from: database)
    return row
  }

  /// The photo that stands for the album, of those that the reader sees.
  private func coverID(for reader: AccountID, from database: Database) throws(SQLiteError) -> PhotoID? {
    let chosen = try database[.coverOfAlbum].first(number, cover ?? 0, reader) { (columns) throws(SQLiteError) in
      try columns.next(PhotoID.self)
    }
    if let chosen { return chosen }
    return try database[.firstOfAlbum].first(number, reader) { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension SQL {
  private static let albumColumns = """
    SELECT album.number, album.id, album.owner, account.name, title, visibility, album.created_at, version, cover
    FROM album JOIN account ON account.number = album.owner
    """
  fileprivate static let albumByID = SQL("\(albumColumns) WHERE album.id = ?1 AND is_deleted = 0")
  fileprivate static let albumByNumber = SQL("\(albumColumns) WHERE album.number = ?1 AND is_deleted = 0")
  fileprivate static let contributorsOfAlbum = SQL(
    """
    SELECT account, name FROM album_contributor JOIN account ON account.number = album_contributor.account
    WHERE album = ?1
    """)
  fileprivate static let countPhotosOfAlbum = SQL(
    """
    SELECT ifnull(sum(photo_count), 0) FROM album_tally
    WHERE album = ?1 AND (access = 0 OR access = 1 AND owner = ?2)
    """)
  fileprivate static let coverOfAlbum = SQL(
    """
    SELECT id FROM album_photo JOIN photo ON photo.number = album_photo.photo
    WHERE album = ?1 AND photo = ?2 AND \(AlbumRow.seen(by: "?3"))
    """)
  /// The number of a photo, where it is in an album and a reader sees it there; both by their ids.
  static let photoInAlbum = SQL(
    """
    SELECT photo.number FROM album JOIN photo ON photo.id = ?2
      JOIN album_photo ON album_photo.album = album.number AND album_photo.photo = photo.number
    WHERE album.id = ?1 AND album.is_deleted = 0 AND \(AlbumRow.seen(by: "?3"))
    """)
  /// The first of the two that come first of what all readers see, and of what this one sees alone.
  fileprivate static let firstOfAlbum = SQL(
    """
    SELECT id FROM (
      SELECT * FROM (SELECT photo, place FROM album_photo WHERE album = ?1 AND access = 0 ORDER BY place LIMIT 1)
      UNION ALL
      SELECT * FROM (
        SELECT photo, place FROM album_photo WHERE album = ?1 AND access = 1 AND owner = ?2 ORDER BY place LIMIT 1)
    ) AS first JOIN photo ON photo.number = first.photo
    ORDER BY first.place LIMIT 1
    """)
}
