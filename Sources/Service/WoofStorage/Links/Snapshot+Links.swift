// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the link of a secret; `nil` if there is none, if it has expired at `time`, or if it opens nothing.
  func link(ofSecretHash hash: Digest, at time: Timestamp) throws(SQLiteError) -> ShareLink? {
    try database[.linkOfSecret].first(hash, time) { (columns) throws(SQLiteError) in try ShareLink(&columns) } ?? nil
  }

  /// Returns the link of an id, whether it opens something or not; `nil` if there is none, or if it has expired at `time`.
  func link(_ id: ShareLinkID, at time: Timestamp) throws(SQLiteError) -> ShareLink? {
    try database[.link].first(id.uuid, time) { (columns) throws(SQLiteError) in try ShareLink(&columns) } ?? nil
  }

  /// Returns a page of links that have not expired, the newest first.
  func links(_ query: ShareLinkQuery) throws(SQLiteError) -> [ShareLink] {
    let end = query.after?.uuid ?? PhotoID(high: .max, low: .max)
    func read(_ columns: inout Columns) throws(SQLiteError) -> ShareLink? { try ShareLink(&columns) }
    guard let account = query.account else {
      return try database[.linksOfAll].all(query.time, end, query.limit, read: read).compactMap(\.self)
    }
    let found: [ShareLink?] =
      switch query.target {
      case nil: try database[.linksOfAccount].all(account, query.time, end, query.limit, read: read)
      case .album(let album)?: try database[.linksToAlbum].all(account, query.time, end, query.limit, album, read: read)
      case .photo(let photo)?: try database[.linksToPhoto].all(account, query.time, end, query.limit, photo, read: read)
      }
    return found.compactMap(\.self)
  }
}

extension ShareLink {
  /// Reads the columns of ``SQL/linkColumns``; `nil` where they name neither an album nor a photo.
  init?(_ columns: inout Columns) throws(SQLiteError) {
    let id = ShareLinkID(uuid: try columns.next())
    let owner = Principal(
      id: try columns.next(), name: try columns.next(), isAdministrator: try columns.next(),
      passwordVersion: try columns.next())
    let (album, photo) = (try columns.next(AlbumID?.self), try columns.next(PhotoID?.self))
    guard let target = album.map(Target.album) ?? photo.map(Target.photo) else { return nil }
    let createdAt: Timestamp = try columns.next()
    let terms = Terms(
      expiresAt: try columns.next(), passwordHash: try columns.next(), allowsDownload: try columns.next(),
      allowsLikes: try columns.next(), allowsAdding: try columns.next(), showsLocation: try columns.next())
    self.init(
      id: id, owner: owner, target: target, terms: terms, createdAt: createdAt,
      visits: Visits(count: try columns.next(), last: try columns.next()), likeCount: try columns.next())
  }
}

extension SQL {
  /// Links with their accounts, the albums or photos that they show, and their positions in the change log.
  private static let linkColumns = """
    SELECT share_link.id, account.number, name, is_administrator, password_version, album.id, photo.id,
      share_link.created_at, expires_at, share_link.password_hash, allows_download, allows_likes, allows_adding,
      shows_location, visit_count, visited_at, like_count, share_link.sequence
    FROM share_link JOIN account ON account.number = share_link.account
      LEFT JOIN album ON album.number = share_link.album
      LEFT JOIN photo ON photo.number = share_link.photo
    """
  fileprivate static let linkOfSecret = SQL(
    """
    \(linkColumns) WHERE secret_hash = ?1 AND expires_at > ?2 AND is_disabled = 0
      AND coalesce(album.owner, photo.owner) = share_link.account
    """)
  fileprivate static let link = SQL("\(linkColumns) WHERE share_link.id = ?1 AND expires_at > ?2")
  // The plus keeps the index of expiries out, by which all would have to be sorted for each page.
  fileprivate static let linksOfAll = SQL(
    "\(linkColumns) WHERE +expires_at > ?1 AND share_link.id < ?2 ORDER BY share_link.id DESC LIMIT ?3")
  fileprivate static let linksOfAccount = SQL(
    """
    \(linkColumns) WHERE share_link.account = ?1 AND expires_at > ?2 AND share_link.id < ?3
    ORDER BY share_link.id DESC LIMIT ?4
    """)
  fileprivate static let linksToAlbum = SQL(
    """
    \(linkColumns) WHERE share_link.account = ?1 AND expires_at > ?2 AND share_link.id < ?3
      AND share_link.album = (SELECT number FROM album WHERE id = ?5)
    ORDER BY share_link.id DESC LIMIT ?4
    """)
  fileprivate static let linksToPhoto = SQL(
    """
    \(linkColumns) WHERE share_link.account = ?1 AND expires_at > ?2 AND share_link.id < ?3
      AND share_link.photo = (SELECT number FROM photo WHERE id = ?5)
    ORDER BY share_link.id DESC LIMIT ?4
    """)
  /// The links of an account that have changed in a part of the change log.
  static let changedLinks = SQL(
    """
    \(linkColumns) WHERE share_link.account = ?3 AND share_link.sequence > ?1 AND share_link.sequence <= ?2
    ORDER BY share_link.sequence
    """)
  /// The link of an id and an account that has not expired.
  static let linkOfAccount = SQL(
    "\(linkColumns) WHERE share_link.id = ?1 AND share_link.account = ?2 AND expires_at > ?3")
}
