// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The albums and links that changed after a position, as a reader sees them, and those that the reader has lost.
  func sharingChanges(
    after start: Int64, limit: Int, reader: ChangeReader, of subjects: ChangeSubjects
  ) throws(SQLiteError) -> SharingLogPage {
    let (limit, range) = (max(limit, 1), SharingRange(start: start, end: sequence, rowLimit: max(limit, 1) + 1))
    var parts: [SharingPart] = []
    if subjects.contains(.albums) { parts.append(try changedAlbums(range, reader)) }
    if subjects.contains(.links), let account = reader.account { parts.append(try changedLinks(range, account)) }
    for account in Self.losers(reader) { parts.append(try lost(range, reader, account, subjects)) }
    let through = parts.map(\.through).min() ?? sequence
    let entries = parts.flatMap(\.entries).filter { $0.sequence <= through }.sorted { $0.sequence < $1.sequence }
    guard entries.count > limit else {
      return SharingLogPage(entries: entries, through: through, hasMore: through < sequence)
    }
    let page = Array(entries.prefix(limit))
    return SharingLogPage(entries: page, through: page.last?.sequence ?? start, hasMore: true)
  }

  /// The maximum number of albums that one call looks at, so that a log full of others' private albums delays no reader.
  private static let albumRowLimit = 2000

  private func changedAlbums(_ range: SharingRange, _ reader: ChangeReader) throws(SQLiteError) -> SharingPart {
    var part = SharingPart(through: range.end)
    var places: [(album: Int64, sequence: Int64)] = []
    var rowCount = 0
    let account = reader.account ?? AlbumRow.nobody
    try database[.changedAlbums].rows(range.start, range.end, account) { (columns) throws(SQLiteError) in
      let place = (album: try columns.next(Int64.self), sequence: try columns.next(Int64.self))
      if try columns.next(Bool.self) || reader == .administrator { places.append(place) }
      rowCount += 1
      guard places.count < range.rowLimit, rowCount < Self.albumRowLimit else {
        part.through = place.sequence
        return false
      }
      return true
    }
    for place in places {
      let row =
        reader == .administrator
        ? try AlbumRow.readForOwner(number: place.album, in: database)
        : try AlbumRow.read(number: place.album, for: reader.account, in: database)
      if let row { part.entries.append(SharingLogEntry(.album(row.record), at: place.sequence)) }
    }
    return part
  }

  private func changedLinks(_ range: SharingRange, _ account: AccountID) throws(SQLiteError) -> SharingPart {
    var part = SharingPart(through: range.end)
    var rowCount = 0
    try database[.changedLinks].rows(range.start, range.end, account) { (columns) throws(SQLiteError) in
      let link = try ShareLink(&columns)
      let sequence = try columns.next(Int64.self)
      if let link { part.entries.append(SharingLogEntry(.link(link), at: sequence)) }
      rowCount += 1
      guard rowCount < range.rowLimit else {
        part.through = sequence
        return false
      }
      return true
    }
    return part
  }

  // MARK: Losses

  /// The numbers under which the losses of a reader stand.
  private static func losers(_ reader: ChangeReader) -> [Int64] {
    switch reader {
    case .everybody: [SharingReader.everybody]
    case .account(let account): [account.rawValue, SharingReader.everybody]
    case .administrator: [SharingReader.administrators]
    }
  }

  private func lost(
    _ range: SharingRange, _ reader: ChangeReader, _ account: Int64, _ subjects: ChangeSubjects
  ) throws(SQLiteError) -> SharingPart {
    var part = SharingPart(through: range.end)
    var losses: [SharingLoss] = []
    try database[.withdrawals].rows(range.start, range.end, account) { (columns) throws(SQLiteError) in
      let loss = try SharingLoss(&columns)
      losses.append(loss)
      guard losses.count < range.rowLimit else {
        part.through = loss.sequence
        return false
      }
      return true
    }
    for loss in losses {
      guard subjects.contains(loss.subject), try isNewest(loss, of: account, reader) else { continue }
      part.entries.append(SharingLogEntry(.withdrawal(loss.withdrawal), at: loss.sequence))
    }
    return part
  }

  /// Returns `true` if the reader does not see the album again, and has not lost it a second time since. A loss of its own
  /// goes before one of everybody at the same position.
  private func isNewest(
    _ loss: SharingLoss, of account: Int64, _ reader: ChangeReader
  ) throws(SQLiteError) -> Bool {
    guard loss.subject == .albums else { return true }
    guard let reader = reader == .administrator ? nil : reader.account ?? AlbumRow.nobody else { return true }
    let isSeen = try database[.seesAlbum].first(loss.id, reader) { (columns) throws(SQLiteError) in
      try columns.next(Bool.self)
    }
    guard isSeen != true else { return false }
    let other = account == SharingReader.everybody ? reader.rawValue : SharingReader.everybody
    guard other != account else { return true }
    let sequence = try database[.withdrawalOfAlbum].first(other, loss.id) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    guard let sequence, sequence <= self.sequence else { return true }
    return account == SharingReader.everybody ? loss.sequence > sequence : loss.sequence >= sequence
  }
}

/// The part of the log that is read, and the number of rows of each table that are.
private struct SharingRange {
  let start: Int64
  let end: Int64
  let rowLimit: Int
}

/// What one table has of the log, and up to which position that is complete.
private struct SharingPart {
  var entries: [SharingLogEntry] = []
  var through: Int64

  init(through: Int64) { self.through = through }
}

/// A row of the table of losses.
private struct SharingLoss {
  let subject: ChangeSubjects
  let id: PhotoID
  let sequence: Int64
  let withdrawal: SharingWithdrawal

  init(_ columns: inout Columns) throws(SQLiteError) {
    subject = try columns.next(Int64.self) == 1 ? .albums : .links
    id = try columns.next()
    sequence = try columns.next()
    let version: Int64 = try columns.next()
    let reason = RemovalReason(rawValue: try columns.next())
    withdrawal = SharingWithdrawal(
      subject == .albums ? .album(AlbumID(uuid: id), version: version) : .link(ShareLinkID(uuid: id)), reason: reason)
  }
}

extension SQL {
  fileprivate static let changedAlbums = SQL(
    """
    SELECT number, sequence, \(isAlbumFound(by: "?3")) FROM album
    WHERE sequence > ?1 AND sequence <= ?2 AND is_deleted = 0 ORDER BY sequence
    """)
  fileprivate static let seesAlbum = SQL(
    "SELECT \(isAlbumFound(by: "?2")) FROM album WHERE id = ?1 AND is_deleted = 0")
  fileprivate static let withdrawals = SQL(
    """
    SELECT subject, id, sequence, version, reason FROM withdrawal
    WHERE account = ?3 AND sequence > ?1 AND sequence <= ?2 ORDER BY sequence
    """)
  fileprivate static let withdrawalOfAlbum = SQL(
    "SELECT sequence FROM withdrawal WHERE account = ?1 AND subject = 1 AND id = ?2")
}
