// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// Makes an album.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/AlbumStore/addAlbum(_:countLimit:)``; ``SQLiteError``.
  mutating func addAlbum(_ draft: AlbumDraft, countLimit: Int) throws -> AlbumRecord {
    let owner = draft.owner
    try requireActive(owner.id)
    // A deleted album keeps its id until nothing is left of it.
    let taken = try database[.numberOfAnyAlbum].first(draft.id) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    guard taken == nil else {
      throw WoofError.takenAlbumID
    }
    let count = try database[.countAlbums].first(owner.id) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    try AlbumRecord.admit(albumCount: count ?? 0, limit: countLimit)
    try database[.insertAlbum].run(draft.id, owner.id, draft.title, draft.visibility, draft.createdAt)
    return AlbumRecord(
      id: draft.id, ownerID: owner.id, ownerName: owner.name, title: draft.title, visibility: draft.visibility,
      createdAt: draft.createdAt)
  }

  /// Changes an album where a condition on it holds.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/AlbumStore/changeAlbum(_:by:for:if:)``; ``SQLiteError``.
  mutating func changeAlbum(
    _ id: AlbumID, by change: AlbumChange, for reader: AccountID, if condition: AlbumCondition
  ) throws -> AlbumRecord {
    let row = try AlbumRow.read(id, for: reader, in: database)
    let photo = try change.photo.flatMap { (id) throws(SQLiteError) in try place(of: id) }
    let order = row.map { AlbumOrder(database: database, album: $0.number) }
    let number = photo.map { photos.number(at: $0) }
    let current = try number.flatMap { (number) throws(SQLiteError) in try order?.place(of: number) }
    try condition.check(
      change,
      in: AlbumSituation(album: row?.record, photo: photo.map { photos.record(at: $0) }, holdsPhoto: current != nil))
    guard let row, let order else { throw WoofError.noSuchAlbum }
    let isChanged =
      switch change {
      case .edit(let edit): try apply(edit, to: row)
      case .deletion: try delete(row)
      case .placing(_, let place): try move(photo, from: current, to: place, order)
      case .removal: try remove(current == nil ? nil : number, from: row)
      case .contributor(let name, let isAdded): try setContributor(name, isAdded, of: row)
      }
    guard isChanged, change != .deletion else { return row.record }
    try database[.advanceAlbum].run(row.number)
    guard let result = try AlbumRow.read(number: row.number, for: reader, in: database) else {
      throw WoofError.noSuchAlbum
    }
    return result.record
  }

  // Each of these makes a change, and returns whether there was anything to change.

  private func apply(_ edit: AlbumEdit, to row: AlbumRow) throws -> Bool {
    let (old, title) = (row.record, edit.title ?? row.record.title)
    let visibility = edit.visibility ?? old.visibility
    var cover = row.cover
    switch edit.cover {
    case nil: break
    case .first?: cover = nil
    case .photo(let id)?: cover = try number(ofCover: id, in: row)
    }
    guard (title, visibility) != (old.title, old.visibility) || cover != row.cover else { return false }
    if old.visibility == .public, visibility != .public { try withdrawFromEverybody(album: row.number) }
    try database[.updateAlbum].run(row.number, title, visibility, NullableValue(cover))
    return true
  }

  /// The number of a photo that may stand for an album: one that its owner sees in it.
  private func number(ofCover id: PhotoID, in row: AlbumRow) throws -> Int64 {
    let number = try database[.photoInAlbum].first(row.record.id, id, row.record.ownerID) {
      (columns) throws(SQLiteError) in try columns.next(Int64.self)
    }
    guard let number else { throw WoofError.notInAlbum(parameter: "cover") }
    return number
  }

  private func delete(_ row: AlbumRow) throws(SQLiteError) -> Bool {
    try removeLinks(toAlbum: row.number)
    try withdraw(album: row.number, from: row.record.ownerID)
    try database[.deleteAlbum].run(row.number)
    return true
  }

  private mutating func move(
    _ photo: Int?, from current: Int64?, to destination: AlbumPlace, _ order: AlbumOrder
  ) throws -> Bool {
    guard let photo else { throw WoofError.noSuchPhoto }
    let (record, number) = (photos.record(at: photo), photos.number(at: photo))
    guard !record.isDeleted else { throw WoofError.deletedPhoto }
    let place: Int64
    switch destination {
    case .kept:
      guard current == nil else { return false }
      place = try order.end()
    case .end:
      if let current, try order.isLast(current) { return false }
      place = try order.end()
    case .before(let id):
      if id == record.id, current != nil { return false }
      let next = try self.place(of: id).map { photos.number(at: $0) }
      if let next, let current, try order.isRight(current, before: next) { return false }
      let found = try next.flatMap { (next) throws(SQLiteError) in try order.place(before: next) }
      guard let found else { throw WoofError.notInAlbum(parameter: "before") }
      place = found
    }
    if current != nil {
      try database[.moveInAlbum].run(order.album, number, place)
    } else {
      try database[.addToAlbum].run(order.album, number, place)
    }
    return true
  }

  private func remove(_ photo: Int64?, from row: AlbumRow) throws(SQLiteError) -> Bool {
    guard let photo else { return false }
    try database[.removeFromAlbum].run(row.number, photo)
    if row.cover == photo { try database[.forgetCover].run(row.number) }
    return true
  }

  private func setContributor(_ name: AccountName, _ isAdded: Bool, of row: AlbumRow) throws -> Bool {
    let current = row.record.contributors.first { $0.value == name }?.key
    guard isAdded else {
      guard let current else { return false }
      if row.record.visibility != .public { try withdraw(album: row.number, fromContributor: current) }
      try database[.removeContributor].run(row.number, current)
      return true
    }
    guard current == nil else { return false }
    let account = try existingNumber(of: name)
    let (count, limit) = (row.record.contributors.count, AlbumChange.contributorLimit)
    guard count < limit else { throw WoofError.tooManyContributors(count, limit) }
    try database[.addContributor].run(row.number, account, row.record.id)
    return true
  }
}

// MARK: What goes with photos and accounts

extension WriteTransaction {
  private static let albumPhotosAtOnce = 500

  /// Takes a photo that can be restored no longer out of all albums, and removes the links to it and what guests like of it.
  func leaveAlbums(_ photo: Int64) throws(SQLiteError) {
    try removeLinks(toPhoto: photo)
    try removeGuestLikes(of: photo)
    try database[.forgetCovers].run(photo)
    try database[.leaveAlbums].run(photo)
  }

  /// Deletes the albums of an account of which nothing is to be left, and lets it add to none.
  func leaveAlbums(of account: AccountID) throws(SQLiteError) {
    try withdrawAlbums(of: account)
    try database[.deleteAlbumsOfAccount].run(account)
    try database[.advanceJoinedAlbums].run(account)
    try database[.leaveJoinedAlbums].run(account)
  }

  /// Removes a part of what deleted albums have left.
  func purgeAlbums() throws(SQLiteError) {
    let album = try database[.deletedAlbum].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    guard let album else { return }
    let photos = try database[.photosOfDeletedAlbum].all(album, Self.albumPhotosAtOnce) {
      (columns) throws(SQLiteError) in try columns.next(Int64.self)
    }
    for photo in photos { try database[.removeFromAlbum].run(album, photo) }
    guard photos.count < Self.albumPhotosAtOnce else { return }
    try database[.removeContributors].run(album)
    try database[.removeTallies].run(album)
    try database[.removeAlbum].run(album)
  }
}

extension Database {
  /// Returns `true` if deleted albums have left something.
  func hasDeletedAlbums() throws(SQLiteError) -> Bool {
    try self[.deletedAlbum].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) } != nil
  }
}

extension SQL {
  fileprivate static let countAlbums = SQL("SELECT count(*) FROM album WHERE owner = ?1 AND is_deleted = 0")
  fileprivate static let numberOfAnyAlbum = SQL("SELECT number FROM album WHERE id = ?1")
  fileprivate static let insertAlbum = SQL(
    "INSERT INTO album (id, owner, title, visibility, created_at, version) VALUES (?1, ?2, ?3, ?4, ?5, 1)")
  fileprivate static let updateAlbum = SQL(
    "UPDATE album SET title = ?2, visibility = ?3, cover = ?4 WHERE number = ?1")
  fileprivate static let advanceAlbum = SQL(
    "UPDATE album SET version = version + 1, sequence = 0 WHERE number = ?1")
  fileprivate static let deleteAlbum = SQL("UPDATE album SET is_deleted = 1, cover = NULL WHERE number = ?1")
  fileprivate static let addToAlbum = SQL(
    """
    INSERT INTO album_photo (album, photo, place, owner, access)
    SELECT ?1, number, ?3, owner, visibility = 2 FROM photo WHERE number = ?2
    """)
  fileprivate static let removeFromAlbum = SQL("DELETE FROM album_photo WHERE album = ?1 AND photo = ?2")
  fileprivate static let forgetCover = SQL("UPDATE album SET cover = NULL WHERE number = ?1")
  fileprivate static let addContributor = SQL(
    "INSERT INTO album_contributor (album, account, album_id) VALUES (?1, ?2, ?3)")
  fileprivate static let removeContributor = SQL("DELETE FROM album_contributor WHERE album = ?1 AND account = ?2")
  fileprivate static let forgetCovers = SQL("UPDATE album SET cover = NULL WHERE cover = ?1")
  fileprivate static let leaveAlbums = SQL("DELETE FROM album_photo WHERE photo = ?1")
  fileprivate static let deleteAlbumsOfAccount = SQL(
    "UPDATE album SET is_deleted = 1, cover = NULL WHERE owner = ?1 AND is_deleted = 0")
  fileprivate static let advanceJoinedAlbums = SQL(
    """
    UPDATE album SET version = version + 1, sequence = 0
    WHERE number IN (SELECT album FROM album_contributor WHERE account = ?1) AND is_deleted = 0
    """)
  fileprivate static let leaveJoinedAlbums = SQL("DELETE FROM album_contributor WHERE account = ?1")
  fileprivate static let deletedAlbum = SQL("SELECT number FROM album WHERE is_deleted = 1 LIMIT 1")
  fileprivate static let photosOfDeletedAlbum = SQL("SELECT photo FROM album_photo WHERE album = ?1 LIMIT ?2")
  fileprivate static let removeContributors = SQL("DELETE FROM album_contributor WHERE album = ?1")
  fileprivate static let removeTallies = SQL("DELETE FROM album_tally WHERE album = ?1")
  fileprivate static let removeAlbum = SQL("DELETE FROM album WHERE number = ?1")
}
