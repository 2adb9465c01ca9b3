// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns an album as a reader sees it; `nil` for an id that never was, and for a deleted album.
  func album(_ id: AlbumID, for reader: AccountID?) throws(SQLiteError) -> AlbumRecord? {
    try AlbumRow.read(id, for: reader, in: database)?.record
  }

  /// Returns `true` if a photo is in an album, and a reader may read it there.
  func holds(_ photo: PhotoID, _ album: AlbumID, for reader: AccountID?) throws(SQLiteError) -> Bool {
    try database[.photoInAlbum].first(album, photo, reader ?? AlbumRow.nobody) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    } != nil
  }

  /// A page of albums, the newest first.
  func albums(_ query: AlbumQuery) throws(SQLiteError) -> [AlbumRecord] {
    let end = query.after?.uuid ?? PhotoID(high: .max, low: .max)
    let keys = try keys(of: query, before: end).sorted { $0.id > $1.id }
    var records: [AlbumRecord] = []
    for key in keys where records.last?.id != key.id {
      guard records.count < query.limit else { break }
      guard let row = try row(of: key, query) else { continue }
      records.append(row.record)
    }
    return records
  }

  private func row(of key: Key, _ query: AlbumQuery) throws(SQLiteError) -> AlbumRow? {
    if case .all = query.scope { return try AlbumRow.readForOwner(number: key.number, in: database) }
    return try AlbumRow.read(number: key.number, for: query.reader, in: database)
  }

  private struct Key {
    let number: Int64
    let id: AlbumID

    init(_ columns: inout Columns) throws(SQLiteError) {
      number = try columns.next()
      id = try columns.next()
    }
  }

  /// The albums that each part of the list may have on the page; some may be in several parts.
  private func keys(of query: AlbumQuery, before end: PhotoID) throws(SQLiteError) -> [Key] {
    let limit = query.limit
    switch query.scope {
    case .found(let reader):
      let listed = try database[.listedAlbums].all(end, limit) { (columns) throws(SQLiteError) in try Key(&columns) }
      return try listed + (reader.map { (reader) throws(SQLiteError) in try joined(by: reader, end, limit) } ?? [])
    case .joined(let account): return try joined(by: account, end, limit)
    case .all(let owner?):
      return try database[.ownedAlbums].all(owner, end, limit) { (columns) throws(SQLiteError) in try Key(&columns) }
    case .all(nil):
      return try database[.allAlbums].all(end, limit) { (columns) throws(SQLiteError) in try Key(&columns) }
    case .owned(let name, let reader):
      guard let owner = try accountNumber(name) else { return [] }
      return try database[.albumsOfOwner].all(owner, reader ?? AlbumRow.nobody, end, limit) {
        (columns) throws(SQLiteError) in try Key(&columns)
      }
    }
  }

  private func joined(by account: AccountID, _ end: PhotoID, _ limit: Int) throws(SQLiteError) -> [Key] {
    let owned = try database[.ownedAlbums].all(account, end, limit) { (columns) throws(SQLiteError) in
      try Key(&columns)
    }
    return try owned
      + database[.contributedAlbums].all(account, end, limit) { (columns) throws(SQLiteError) in try Key(&columns) }
  }
}

// MARK: Photos of an album

extension Snapshot {
  /// A page of the photos of an album that a reader may read, in the order of the album. What all readers see and what this
  /// one sees alone are each found by an index that holds nothing else.
  func photos(_ query: AlbumPhotoQuery) throws(SQLiteError) -> [AlbumPhoto] {
    let album = try database[.numberOfAlbum].first(query.album) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    guard let album else { return [] }
    let start = try query.after.map { (cursor) throws(SQLiteError) in try place(of: cursor, in: album) } ?? .min
    var places = try database[.openInAlbum].all(album, start, query.limit, read: Self.albumPlace)
    if let reader = query.reader {
      places += try database[.hiddenInAlbum].all(album, start, query.limit, reader, read: Self.albumPlace)
      places.sort { $0.place < $1.place }
    }
    var photos: [AlbumPhoto] = []
    for (number, place, guestName) in places.prefix(query.limit) {
      guard let record = try photo(number: number) else { continue }
      photos.append(AlbumPhoto(record: record, place: place, guestName: guestName))
    }
    return photos
  }

  private func place(of cursor: AlbumCursor, in album: Int64) throws(SQLiteError) -> Int64 {
    try database[.placeOfPhoto].first(album, cursor.photo) { (columns) throws(SQLiteError) in try columns.next() }
      ?? cursor.place
  }

  private static func albumPlace(_ columns: inout Columns) throws(SQLiteError)
    -> (photo: Int64, place: Int64, guestName: String?)
  {
    (try columns.next(), try columns.next(), try columns.next())
  }
}

extension SQL {
  fileprivate static let numberOfAlbum = SQL("SELECT number FROM album WHERE id = ?1 AND is_deleted = 0")
  fileprivate static let listedAlbums = SQL(
    """
    SELECT number, id FROM album WHERE visibility = 0 AND is_deleted = 0 AND id < ?1 ORDER BY id DESC LIMIT ?2
    """)
  fileprivate static let allAlbums = SQL(
    "SELECT number, id FROM album WHERE is_deleted = 0 AND id < ?1 ORDER BY id DESC LIMIT ?2")
  fileprivate static let ownedAlbums = SQL(
    "SELECT number, id FROM album WHERE owner = ?1 AND is_deleted = 0 AND id < ?2 ORDER BY id DESC LIMIT ?3")
  fileprivate static let contributedAlbums = SQL(
    """
    SELECT number, album_id FROM album_contributor CROSS JOIN album ON album.number = album_contributor.album
    WHERE account = ?1 AND is_deleted = 0 AND album_id < ?2 ORDER BY album_id DESC LIMIT ?3
    """)
  /// The condition of albums that an account finds: public ones, its own, and those to which it contributes.
  static func isAlbumFound(by account: String) -> String {
    """
    (visibility = 0 OR owner = \(account) OR EXISTS (
      SELECT 1 FROM album_contributor WHERE album = album.number AND account = \(account)))
    """
  }
  fileprivate static let albumsOfOwner = SQL(
    """
    SELECT number, id FROM album
    WHERE owner = ?1 AND is_deleted = 0 AND id < ?3
      AND \(isAlbumFound(by: "?2"))
    ORDER BY id DESC LIMIT ?4
    """)
  fileprivate static let openInAlbum = SQL(
    """
    SELECT photo, place, guest_name FROM album_photo
    WHERE album = ?1 AND access = 0 AND place > ?2 ORDER BY place LIMIT ?3
    """)
  fileprivate static let hiddenInAlbum = SQL(
    """
    SELECT photo, place, guest_name FROM album_photo
    WHERE album = ?1 AND access = 1 AND owner = ?4 AND place > ?2 ORDER BY place LIMIT ?3
    """)
  fileprivate static let placeOfPhoto = SQL(
    """
    SELECT place FROM album_photo JOIN photo ON photo.number = album_photo.photo WHERE album = ?1 AND photo.id = ?2
    """)
}
