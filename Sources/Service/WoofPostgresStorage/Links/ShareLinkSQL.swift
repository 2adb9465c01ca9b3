// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of share links, and their rows.
///
/// Links are added, edited and removed under the lock of the change log. What guests leave behind, and visits, lock the rows of
/// their links alone, each before its guests and their likes; whoever locks several waits for none of them.
enum ShareLinkSQL {
  /// The verdict on a new link.
  enum Verdict: String {
    case new
    /// It is there: an attempt whose answer was lost has added it.
    case there
    case deleted
    case disabled
    /// The account has no such album or photo.
    case missed
    case full
  }

  /// The statement that adds a link, or says why not; its row has the verdict and the number of links that count.
  static func add(_ link: ShareLink, secretHash hash: Digest, countLimit: Int) -> PostgreSQLStatement {
    var (album, photo): (AlbumID?, PhotoID?)
    switch link.target {
    case .album(let id): album = id
    case .photo(let id): photo = id
    }
    let terms = link.terms
    return PostgreSQLStatement(
      add, .bytes(link.id.uuid.columnBytes), .integer(link.owner.id.rawValue), .bytes([UInt8](hash.bytes)),
      .bytes(album?.uuid.columnBytes), .bytes(photo?.columnBytes), .integer(link.createdAt.milliseconds),
      .integer(terms.expiresAt.milliseconds), .text(terms.passwordHash?.description), .boolean(terms.allowsDownload),
      .boolean(terms.allowsLikes), .boolean(terms.allowsAdding), .boolean(terms.showsLocation),
      .integer(Int64(clamping: countLimit)))
  }

  private static let add = """
    WITH holder AS MATERIALIZED (
      SELECT is_disabled, deleted_at IS NOT NULL AS is_deleted,
        (SELECT count(*) FROM share_link WHERE share_link.account = $2 AND expires_at > $6) AS count
      FROM account WHERE number = $2),
    target AS MATERIALIZED (
      SELECT number AS album, NULL::int8 AS photo FROM album WHERE id = $4 AND owner = $2 AND NOT is_deleted
      UNION ALL SELECT NULL, number FROM photo WHERE id = $5 AND owner = $2 AND NOT is_deleted),
    verdict AS MATERIALIZED (
      SELECT count, CASE
        WHEN EXISTS (SELECT FROM share_link WHERE id = $1 AND secret_hash = $3) THEN 'there'
        WHEN is_deleted THEN 'deleted'
        WHEN is_disabled THEN 'disabled'
        WHEN NOT EXISTS (SELECT FROM target) THEN 'missed'
        WHEN count >= $13 THEN 'full'
        ELSE 'new' END AS word
      FROM holder),
    added AS (
      INSERT INTO share_link (id, account, secret_hash, album, photo, created_at, expires_at, password_hash,
        allows_download, allows_likes, allows_adding, shows_location)
      SELECT $1, $2, $3, target.album, target.photo, $6, $7, $8, $9, $10, $11, $12 FROM target, verdict WHERE word = 'new')
    SELECT word, count FROM verdict
    """

  /// The statement that changes the rules of a link of an account that has not expired.
  static func edit(
    _ id: ShareLinkID, of account: AccountID, at time: Timestamp, _ edit: ShareLinkEdit
  ) -> PostgreSQLStatement {
    var hash: PasswordHash?
    if case .hash(let new)? = edit.password { hash = new }
    return PostgreSQLStatement(
      self.edit, .bytes(id.uuid.columnBytes), .integer(account.rawValue), .integer(time.milliseconds),
      .integer(edit.expiresAt?.milliseconds), .boolean(edit.password != nil), .text(hash?.description),
      .boolean(edit.allowsDownload), .boolean(edit.allowsLikes), .boolean(edit.allowsAdding),
      .boolean(edit.showsLocation))
  }

  private static let edit = """
    UPDATE share_link SET expires_at = coalesce($4, expires_at),
      password_hash = CASE WHEN $5 THEN $6 ELSE password_hash END,
      allows_download = coalesce($7, allows_download), allows_likes = coalesce($8, allows_likes),
      allows_adding = coalesce($9, allows_adding) AND album IS NOT NULL,
      shows_location = coalesce($10, shows_location), sequence = 0
    WHERE id = $1 AND account = $2 AND expires_at > $3
    """

  /// The statements that remove a link of an account, and say whether one of this id was ever removed.
  static func remove(_ id: ShareLinkID, of account: AccountID) -> [PostgreSQLStatement] {
    [remove, wasRemoved].map { PostgreSQLStatement($0, .bytes(id.uuid.columnBytes), .integer(account.rawValue)) }
  }

  private static let remove = """
    WITH gone AS MATERIALIZED (SELECT account, id FROM share_link WHERE id = $1 AND account = $2),
    lost AS (\(SharingLossSQL.note("SELECT account, 2, id, 0, 'deleted' FROM gone")))
    DELETE FROM share_link USING gone WHERE share_link.id = gone.id
    """
  private static let wasRemoved = "SELECT FROM withdrawal WHERE account = $2 AND subject = 2 AND id = $1"

  /// Locks a link.
  static func lock(_ link: ShareLinkID) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT id FROM share_link WHERE id = $1 FOR NO KEY UPDATE", .bytes(link.uuid.columnBytes))
  }

  /// Locks links, and fails where somebody has one: the writer takes them in the order of its operations, and must not wait for who
  /// waits for it.
  static func lockAtOnce(_ links: [ShareLinkID]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT id FROM share_link WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE NOWAIT",
      .byteStrings(links.map(\.uuid.columnBytes)))
  }

  /// Adds to the visits of links.
  static func addVisits(_ visits: [ShareLinkID: ShareLink.Visits]) -> PostgreSQLStatement {
    let visits = Array(visits)
    return PostgreSQLStatement(
      """
      UPDATE share_link SET visit_count = visit_count + new.count, visited_at = coalesce(new.last, visited_at)
      FROM unnest($1::bytea[], $2::int8[], $3::int8[]) AS new (id, count, last) WHERE share_link.id = new.id
      """, .byteStrings(visits.map(\.key.uuid.columnBytes)), .integers(visits.map { Int64($0.value.count) }),
      .integers(visits.map { $0.value.last?.milliseconds }))
  }

  // MARK: Reading

  /// Links with their accounts, the albums or photos that they show, and their positions in the change log.
  static let read = """
    SELECT share_link.id, account.number, account.name, is_administrator, password_version, album.id, photo.id,
      share_link.created_at, expires_at, share_link.password_hash, allows_download, allows_likes, allows_adding,
      shows_location, visit_count, visited_at, like_count, share_link.sequence
    FROM share_link JOIN account ON account.number = share_link.account
      LEFT JOIN album ON album.number = share_link.album
      LEFT JOIN photo ON photo.number = share_link.photo
    """

  static let ofSecret = """
    \(read) WHERE secret_hash = $1 AND expires_at > $2 AND NOT is_disabled
      AND coalesce(album.owner, photo.owner) = share_link.account
    """

  static let byID = "\(read) WHERE share_link.id = $1 AND ($2 IS NULL OR expires_at > $2)"

  static func page(_ query: ShareLinkQuery) -> PostgreSQLStatement {
    var target = "true"
    var value = PostgreSQLValue.bytes(nil)
    switch query.target {
    case nil: target = "$5::bytea IS NULL"
    case .album(let id)?:
      target = "share_link.album = (SELECT number FROM album WHERE id = $5)"
      value = .bytes(id.uuid.columnBytes)
    case .photo(let id)?:
      target = "share_link.photo = (SELECT number FROM photo WHERE id = $5)"
      value = .bytes(id.columnBytes)
    }
    return PostgreSQLStatement(
      """
      \(read) WHERE ($1 IS NULL OR share_link.account = $1) AND expires_at > $2 AND share_link.id < $3 AND \(target)
      ORDER BY share_link.id DESC LIMIT $4
      """, .integer(query.account?.rawValue), .integer(query.time.milliseconds),
      .bytes((query.after?.uuid ?? PhotoID(high: .max, low: .max)).columnBytes),
      .integer(Int64(clamping: query.limit)), value)
  }

  /// Reads a link, with its position in the change log.
  static func link(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> (link: ShareLink, sequence: Int64) {
    let id = ShareLinkID(uuid: try row.photoID())
    let owner = Principal(
      id: try row.accountID(), name: try row.accountName(), isAdministrator: try row.boolean(),
      passwordVersion: try row.integer())
    let (album, photo) = (try row.optionalBytes(), try row.optionalBytes())
    let target =
      album.flatMap { PhotoID(columnBytes: $0) }.map { ShareLink.Target.album(AlbumID(uuid: $0)) }
      ?? photo.flatMap { PhotoID(columnBytes: $0) }.map { ShareLink.Target.photo($0) }
    let createdAt = try row.timestamp()
    let (expiresAt, hash) = (try row.timestamp(), try row.optionalText())
    var terms = ShareLink.Terms(expiresAt: expiresAt)
    if let hash { terms.passwordHash = try row.whole(PasswordHash(hash)) }
    terms.allowsDownload = try row.boolean()
    terms.allowsLikes = try row.boolean()
    terms.allowsAdding = try row.boolean()
    terms.showsLocation = try row.boolean()
    let visits = ShareLink.Visits(count: try row.count(), last: try row.optionalTimestamp())
    let link = ShareLink(
      id: id, owner: owner, target: try row.whole(target), terms: terms, createdAt: createdAt, visits: visits,
      likeCount: try row.count())
    return (link, try row.integer())
  }
}
