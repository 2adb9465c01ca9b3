// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// The number of expired links that are forgotten at once; each of them may take thousands of likes along.
  private static let linksAtOnce = 50

  /// Keeps a new link.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/ShareLinkStore/addLink(_:secretHash:countLimit:)``; ``SQLiteError``.
  mutating func addLink(_ link: ShareLink, secretHash hash: Digest, countLimit: Int) throws {
    let account = link.owner.id
    try requireActive(account)
    let (album, photo) = try numbers(of: link.target, of: link.owner)
    let count = try database[.openLinkCount].first(account, link.createdAt) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    try ShareLink.admit(count: count ?? 0, limit: countLimit)
    let terms = link.terms
    try database[.insertLink].run(
      link.id.uuid, account, hash, NullableValue(album), NullableValue(photo), link.createdAt, terms.expiresAt,
      NullableValue(terms.passwordHash?.description), terms.allowsDownload, terms.allowsLikes, terms.allowsAdding,
      terms.showsLocation)
  }

  /// The number of the album or the photo that a link is to show.
  private mutating func numbers(
    of target: ShareLink.Target, of owner: Principal
  ) throws -> (album: Int64?, photo: Int64?) {
    switch target {
    case .album(let id):
      let row = try AlbumRow.read(id, for: owner.id, in: database)
      let album = try AlbumAccess.readable(row?.record, by: owner)
      guard album.ownerID == owner.id else {
        throw WoofError.linkToForeignAlbum
      }
      return (row?.number, nil)
    case .photo(let id):
      let place = try place(of: id)
      let record = try PhotoAccess.readable(place.map { photos.record(at: $0) }, by: owner)
      guard record.ownerID == owner.id else {
        throw WoofError.linkToForeignPhoto
      }
      return (nil, place.map { photos.number(at: $0) })
    }
  }

  /// Changes the rules of a link of an account; `nil` where it has none of that id that has not expired at `time`.
  func editLink(
    _ id: ShareLinkID, of account: AccountID, at time: Timestamp, _ edit: ShareLinkEdit
  ) throws(SQLiteError) -> ShareLink? {
    let found = try database[.linkOfAccount].first(id.uuid, account, time) { (columns) throws(SQLiteError) in
      try ShareLink(&columns)
    }
    guard var link = found ?? nil else { return nil }
    link.terms = edit.applied(to: link.terms)
    try database[.updateLink].run(
      id.uuid, link.terms.expiresAt, NullableValue(link.terms.passwordHash?.description), link.terms.allowsDownload,
      link.terms.allowsLikes, link.terms.allowsAdding, link.terms.showsLocation)
    return link
  }

  /// Removes a link of an account; whether there was one.
  func removeLink(_ id: ShareLinkID, of account: AccountID) throws(SQLiteError) -> Bool {
    try database[.withdrawLink].run(id.uuid, account)
    let before = database.changeCount
    try database[.removeLink].run(id.uuid, account)
    return database.changeCount > before
  }

  /// Adds to the visits of links; those that are not there any more are passed over.
  func addVisits(_ visits: [ShareLinkID: ShareLink.Visits]) throws(SQLiteError) {
    for (id, visits) in visits {
      try database[.addVisits].run(id.uuid, visits.count, NullableValue(visits.last))
    }
  }

  /// Removes all links of an account.
  func removeLinks(of account: AccountID) throws(SQLiteError) { try database[.removeLinksOfAccount].run(account) }

  /// Removes all links to an album.
  func removeLinks(toAlbum album: Int64) throws(SQLiteError) {
    try database[.withdrawLinksToAlbum].run(album)
    try database[.removeLinksToAlbum].run(album)
  }

  /// Removes all links to a photo.
  func removeLinks(toPhoto photo: Int64) throws(SQLiteError) {
    try database[.withdrawLinksToPhoto].run(photo)
    try database[.removeLinksToPhoto].run(photo)
  }

  /// Forgets a part of the links that have expired. That is no change: whoever knows of the newest change of a link knows
  /// when it expires. Who does not is told where it stood that it has expired.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forgetLinks(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    try database[.withdrawExpiredLinks].run(time, Self.linksAtOnce)
    let before = database.changeCount
    try database[.forgetExpiredLinks].run(time, Self.linksAtOnce)
    return database.changeCount - before >= Int64(Self.linksAtOnce)
  }
}

extension SQL {
  fileprivate static let openLinkCount = SQL(
    "SELECT count(*) FROM share_link WHERE account = ?1 AND expires_at > ?2")
  fileprivate static let insertLink = SQL(
    """
    INSERT INTO share_link (id, account, secret_hash, album, photo, created_at, expires_at, password_hash,
      allows_download, allows_likes, allows_adding, shows_location)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    """)
  fileprivate static let updateLink = SQL(
    """
    UPDATE share_link SET expires_at = ?2, password_hash = ?3, allows_download = ?4, allows_likes = ?5,
      allows_adding = ?6, shows_location = ?7, sequence = 0
    WHERE id = ?1
    """)
  fileprivate static let removeLink = SQL("DELETE FROM share_link WHERE id = ?1 AND account = ?2")
  fileprivate static let withdrawLink = SQL(
    "\(intoWithdrawal) SELECT account, 2, id, 0, 0, 'deleted' FROM share_link WHERE id = ?1 AND account = ?2")
  fileprivate static let withdrawLinksToAlbum = SQL(
    "\(intoWithdrawal) SELECT account, 2, id, 0, 0, 'deleted' FROM share_link WHERE album = ?1")
  fileprivate static let withdrawLinksToPhoto = SQL(
    "\(intoWithdrawal) SELECT account, 2, id, 0, 0, 'deleted' FROM share_link WHERE photo = ?1")
  fileprivate static let withdrawExpiredLinks = SQL(
    """
    \(intoWithdrawal) SELECT account, 2, id, sequence, 0, 'expired' FROM share_link
    WHERE id IN (SELECT id FROM share_link WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
  fileprivate static let addVisits = SQL(
    "UPDATE share_link SET visit_count = visit_count + ?2, visited_at = ifnull(?3, visited_at) WHERE id = ?1")
  fileprivate static let removeLinksOfAccount = SQL("DELETE FROM share_link WHERE account = ?1")
  fileprivate static let removeLinksToAlbum = SQL("DELETE FROM share_link WHERE album = ?1")
  fileprivate static let removeLinksToPhoto = SQL("DELETE FROM share_link WHERE photo = ?1")
  fileprivate static let forgetExpiredLinks = SQL(
    """
    DELETE FROM share_link WHERE id IN (
      SELECT id FROM share_link WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
}
