// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of the part of the change log that tells of albums and links: where they stand in it for one reader.
struct SharingLogSQL {
  /// The maximum number of albums that one call looks at, so that a log full of others' private albums delays no reader.
  static let albumRowLimit = 2000

  let start: Int64
  let end: Int64
  /// The number of rows of each table that are read.
  let rowLimit: Int
  let reader: ChangeReader
  let subjects: ChangeSubjects

  private var range: [PostgreSQLValue] { [.integer(start), .integer(end)] }
  private var account: PostgreSQLValue { .integer(reader.account?.rawValue) }

  // MARK: Albums

  /// The albums that changed, and whether the reader finds them.
  var albums: PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT number, sequence, coalesce($4 OR \(AlbumSQL.isFound(by: "$3")), false) FROM album
      WHERE sequence > $1 AND sequence <= $2 AND NOT is_deleted ORDER BY sequence LIMIT \(Self.albumRowLimit)
      """, range + [account, .boolean(reader == .administrator)])
  }

  /// Reads the places of the albums that the reader finds, and up to which number they are complete.
  func places(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> (
    places: [(album: Int64, sequence: Int64)], through: Int64
  ) {
    let all = try rows.map { (row) throws(PostgreSQLError) in
      (album: try row.integer(), sequence: try row.integer(), isFound: try row.boolean())
    }
    let found = all.filter(\.isFound).prefix(rowLimit).map { (album: $0.album, sequence: $0.sequence) }
    if found.count == rowLimit, let last = found.last { return (found, last.sequence) }
    return (found, all.count < Self.albumRowLimit ? end : all.last?.sequence ?? end)
  }

  // MARK: Links

  /// The links of the account that changed.
  var links: PostgreSQLStatement {
    PostgreSQLStatement(
      """
      \(ShareLinkSQL.read) WHERE share_link.account = $3 AND share_link.sequence > $1 AND share_link.sequence <= $2
      ORDER BY share_link.sequence LIMIT $4
      """, range + [account, .integer(Int64(rowLimit))])
  }

  // MARK: Losses

  /// The number by which the table of losses names everybody who sees what is public.
  static let everybody: Int64 = 0
  /// The number by which it names administrators.
  static let administrators: Int64 = -1

  /// The numbers under which the losses of the reader stand.
  var losers: [Int64] {
    switch reader {
    case .everybody: [Self.everybody]
    case .account(let account): [account.rawValue, Self.everybody]
    case .administrator: [Self.administrators]
    }
  }

  /// The losses that stand under a number, and whether the reader is told of each: not where it sees the album again, or has lost
  /// it a second time since. A loss of its own goes before one of everybody at the same position.
  func losses(of loser: Int64) -> PostgreSQLStatement {
    let others = losers.first { $0 != loser }
    let isNewer = loser == Self.everybody ? "other.sequence >= lost.sequence" : "other.sequence > lost.sequence"
    return PostgreSQLStatement(
      """
      SELECT subject, id, sequence, version, reason, subject = 2 OR $5 OR NOT EXISTS (
            SELECT FROM album WHERE album.id = lost.id AND NOT is_deleted AND \(AlbumSQL.isFound(by: "$4")))
          AND NOT EXISTS (
            SELECT FROM withdrawal AS other
            WHERE other.account = $6 AND other.subject = 1 AND other.id = lost.id AND other.sequence <= $2 AND \(isNewer))
      FROM withdrawal AS lost
      WHERE account = $3 AND sequence > $1 AND sequence <= $2 AND subject = ANY($7) ORDER BY sequence LIMIT $8
      """,
      range + [
        .integer(loser), account, .boolean(reader == .administrator), .integer(others),
        .integers((subjects.contains(.albums) ? [1] : []) + (subjects.contains(.links) ? [2] : [])),
        .integer(Int64(rowLimit)),
      ])
  }

  /// Reads losses.
  func losses(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> SharingLogPart {
    let all = try rows.map { (row) throws(PostgreSQLError) in
      let isAlbum = try row.integer() == 1
      let (id, sequence) = (try row.photoID(), try row.integer())
      let (version, reason) = (try row.integer(), RemovalReason(rawValue: try row.text()))
      let thing =
        isAlbum
        ? SharingWithdrawal.Thing.album(AlbumID(uuid: id), version: version)
        : SharingWithdrawal.Thing.link(ShareLinkID(uuid: id))
      let entry = SharingLogEntry(.withdrawal(SharingWithdrawal(thing, reason: reason)), at: sequence)
      return (entry: entry, isTold: try row.boolean())
    }
    return SharingLogPart(
      entries: all.filter(\.isTold).map(\.entry),
      through: all.count < rowLimit ? end : all.last?.entry.sequence ?? end)
  }
}

/// The part of the log in one table, complete up to a position.
struct SharingLogPart {
  var entries: [SharingLogEntry]
  var through: Int64
}
