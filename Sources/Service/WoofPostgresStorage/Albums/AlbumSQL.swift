// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// An album as the tables have it, seen by one reader.
struct AlbumRow: Hashable, Sendable {
  /// The album's number.
  let number: Int64
  /// The record.
  let record: AlbumRecord
  /// The number that grows with every change on which it depends who may do what with the album.
  let revision: Int64
  /// The position of the newest change.
  let sequence: Int64

  /// Reads a row of ``AlbumSQL/columns(reader:)``.
  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    number = try row.integer()
    var record = AlbumRecord(
      id: AlbumID(uuid: try row.photoID()), ownerID: try row.accountID(), ownerName: try row.accountName(),
      title: try row.text(), visibility: try row.whole(Visibility(columnNumber: try row.integer())),
      createdAt: try row.timestamp(), version: try row.integer())
    revision = try row.integer()
    sequence = try row.integer()
    let (accounts, names) = (try row.integers(), try row.texts())
    for (account, name) in zip(accounts, names) {
      guard let account else { continue }
      record.contributors[AccountID(rawValue: account)] = try row.whole(name.flatMap { AccountName($0) })
    }
    record.photoCount = try row.count()
    record.cover = try row.optionalBytes().flatMap { PhotoID(columnBytes: $0) }
    self.record = record
  }
}

/// The statements that read albums: ``WoofCore/AlbumAccess`` in SQL, and ``WoofCore/PhotoAccess/allowsReading(by:)`` for what is
/// in them.
enum AlbumSQL {
  /// The condition of photos of an album that a reader sees in it.
  static func isSeen(by reader: String) -> String {
    "(album_photo.access = 0 OR album_photo.access = 1 AND album_photo.owner = \(reader))"
  }

  /// The condition of albums that an account finds: public ones, its own, and those to which it contributes.
  static func isFound(by account: String) -> String {
    """
    (album.visibility = 0 OR album.owner = \(account) OR EXISTS (
      SELECT FROM album_contributor
      WHERE album_contributor.album = album.number AND album_contributor.account = \(account)))
    """
  }

  /// The columns that ``AlbumRow`` reads, of `album` and its owner.
  ///
  /// - Parameter reader: The expression of the number of the account that reads.
  static func columns(reader: String) -> String {
    """
    album.number, album.id, album.owner, owner.name, album.title, album.visibility, album.created_at, album.version,
    album.revision, album.sequence,
    coalesce((
      SELECT array_agg(joined.account ORDER BY joined.account) FROM album_contributor AS joined
      WHERE joined.album = album.number), '{}'),
    coalesce((
      SELECT array_agg(account.name::text ORDER BY joined.account) FROM album_contributor AS joined
        JOIN account ON account.number = joined.account
      WHERE joined.album = album.number), '{}'),
    (SELECT count(*) FROM album_photo WHERE album_photo.album = album.number AND album_photo.access = 0)
      + (SELECT count(*) FROM album_photo
        WHERE album_photo.album = album.number AND album_photo.access = 1 AND album_photo.owner = \(reader)),
    coalesce((
        SELECT photo.id FROM album_photo JOIN photo ON photo.number = album_photo.photo
        WHERE album_photo.album = album.number AND album_photo.photo = album.cover AND \(isSeen(by: reader))), (
        SELECT photo.id FROM (
            (SELECT album_photo.photo, album_photo.place FROM album_photo
              WHERE album_photo.album = album.number AND album_photo.access = 0 ORDER BY place LIMIT 1)
            UNION ALL
            (SELECT album_photo.photo, album_photo.place FROM album_photo
              WHERE album_photo.album = album.number AND album_photo.access = 1 AND album_photo.owner = \(reader)
              ORDER BY place LIMIT 1)) AS first
          JOIN photo ON photo.number = first.photo
        ORDER BY first.place LIMIT 1))
    """
  }

  private static func albums(reader: String) -> String {
    "SELECT \(columns(reader: reader)) FROM album JOIN account AS owner ON owner.number = album.owner"
  }

  /// The album of the id `$1`, as the reader `$2` sees it.
  static func byID(_ id: AlbumID, reader: AccountID?) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "\(albums(reader: "$2")) WHERE album.id = $1 AND NOT album.is_deleted", .bytes(id.uuid.columnBytes),
      .integer(reader?.rawValue))
  }

  /// Albums by their numbers, as a reader sees them: an administrator as their owners do.
  static func byNumbers(_ numbers: [Int64], reader: ChangeReader) -> PostgreSQLStatement {
    let condition = "WHERE album.number = ANY($1) AND NOT album.is_deleted"
    guard reader != .administrator else {
      return PostgreSQLStatement("\(albums(reader: "album.owner")) \(condition)", .integers(numbers))
    }
    return PostgreSQLStatement(
      "\(albums(reader: "$2")) \(condition)", .integers(numbers), .integer(reader.account?.rawValue))
  }

  /// The album of an id as a reader sees it, and whether a photo is in it.
  static func situation(_ id: AlbumID, holding photo: PhotoID?, reader: AccountID) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT \(columns(reader: "$2")),
        EXISTS (
          SELECT FROM album_photo JOIN photo ON photo.number = album_photo.photo
          WHERE album_photo.album = album.number AND photo.id = $3)
      FROM album JOIN account AS owner ON owner.number = album.owner
      WHERE album.id = $1 AND NOT album.is_deleted
      """, .bytes(id.uuid.columnBytes), .integer(reader.rawValue), .bytes(photo?.columnBytes))
  }

  /// A page of albums. Each part of a list is found by an index that holds nothing else.
  static func page(_ query: AlbumQuery) -> PostgreSQLStatement {
    let (parts, account) = parts(of: query.scope)
    let found = parts.map { "(SELECT album.number, album.id FROM \($0) ORDER BY album.id DESC LIMIT $2)" }
    let reader = if case .all = query.scope { "album.owner" } else { "$3" }
    return PostgreSQLStatement(
      """
      SELECT \(columns(reader: reader)) FROM (
          SELECT * FROM (\(found.joined(separator: " UNION "))) AS part ORDER BY id DESC LIMIT $2) AS found
        JOIN album ON album.number = found.number JOIN account AS owner ON owner.number = album.owner
      ORDER BY album.id DESC
      """, .bytes((query.after?.uuid ?? PhotoID(high: .max, low: .max)).columnBytes),
      .integer(Int64(clamping: query.limit)), .integer(query.reader?.rawValue), account)
  }

  private static func parts(of scope: AlbumQuery.Scope) -> (parts: [String], account: PostgreSQLValue) {
    let before = "NOT album.is_deleted AND album.id < $1"
    let joined = [
      "album WHERE album.owner = $4 AND \(before)",
      """
      album_contributor JOIN album ON album.number = album_contributor.album
      WHERE album_contributor.account = $4 AND album_contributor.album_id < $1 AND \(before)
      """,
    ]
    let all = "album WHERE ($4::int8 IS NULL OR album.owner = $4) AND \(before)"
    let listed = "album WHERE album.visibility = 0 AND \(before)"
    switch scope {
    case .found(by: let account?): return ([listed] + joined, .integer(account.rawValue))
    case .found(by: nil): return ([listed], .integer(nil))
    case .joined(let account): return (joined, .integer(account.rawValue))
    case .all(let owner): return ([all], .integer(owner?.rawValue))
    case .owned(let name, _):
      let owned = """
        album WHERE album.owner = (SELECT number FROM account WHERE name = $4) AND \(before) AND \(isFound(by: "$3"))
        """
      return ([owned], .text(name.text))
    }
  }

  /// A page of the photos of an album: what all readers see and what this one sees alone are each found by an index that holds
  /// nothing else.
  static func photos(_ query: AlbumPhotoQuery) -> PostgreSQLStatement {
    func part(_ condition: String) -> String {
      """
      (SELECT album_photo.photo, album_photo.place, album_photo.guest_name FROM album_photo
        WHERE album_photo.album = (SELECT album FROM start) AND \(condition)
          AND album_photo.place > (SELECT place FROM start)
        ORDER BY album_photo.place LIMIT $5)
      """
    }
    return PostgreSQLStatement(
      """
      WITH start AS MATERIALIZED (
        SELECT number AS album, coalesce((
            SELECT place FROM album_photo JOIN photo ON photo.number = album_photo.photo
            WHERE album_photo.album = album.number AND photo.id = $3), $4) AS place
        FROM album WHERE id = $1 AND NOT is_deleted),
      found AS MATERIALIZED (
        SELECT * FROM (
          \(part("album_photo.access = 0"))
          UNION ALL
          \(part("album_photo.access = 1 AND album_photo.owner = $2"))) AS part
        ORDER BY place LIMIT $5)
      SELECT photo_record.*, found.place, found.guest_name FROM found
        JOIN photo_record ON photo_record.number = found.photo
      ORDER BY found.place
      """, .bytes(query.album.uuid.columnBytes), .integer(query.reader?.rawValue),
      .bytes(query.after?.photo.columnBytes), .integer(query.after?.place ?? .min),
      .integer(Int64(clamping: query.limit)))
  }

  /// One row if a photo is in an album and a reader sees it there.
  static func holding(_ photo: PhotoID, _ album: AlbumID, reader: AccountID?) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT FROM album JOIN album_photo ON album_photo.album = album.number JOIN photo ON photo.number = album_photo.photo
      WHERE album.id = $1 AND NOT album.is_deleted AND photo.id = $2 AND \(isSeen(by: "$3"))
      """, .bytes(album.uuid.columnBytes), .bytes(photo.columnBytes), .integer(reader?.rawValue))
  }
}
