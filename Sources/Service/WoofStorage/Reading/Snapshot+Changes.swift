// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The photos that changed after a position and that a reader may have to hear of.
  ///
  /// Each stands at the position that it has for the reader: photos that it sees where they changed last, others where
  /// they were taken out of its sight, whatever happened to them since.
  func changes(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> ChangeLogPage {
    let limit = max(limit, 1)
    let changed = try changed(after: start, limit: limit + 1, reader: reader)
    let withdrawn = try withdrawn(after: start, limit: limit + 1, reader: reader)
    let given = try given(after: start, limit: limit + 1, reader: reader)
    let through = min(changed.through, withdrawn.through, given.through)
    let found = changed.records + withdrawn.records + given.records + pendingChanges(after: start, reader: reader)
    let records = found.filter { $0.sequence(inLogOf: reader) <= through }
      .sorted { $0.sequence(inLogOf: reader) < $1.sequence(inLogOf: reader) }
    guard records.count > limit else {
      return ChangeLogPage(photos: records, through: through, hasMore: through < sequence)
    }
    let page = Array(records.prefix(limit))
    return ChangeLogPage(photos: page, through: page.last?.sequence(inLogOf: reader) ?? start, hasMore: true)
  }

  /// A part of the log, and up to which position it is complete.
  private typealias Part = (records: [PhotoRecord], through: Int64)

  /// A photo and a position.
  private typealias Place = (number: Int64, position: Int64)

  /// The maximum number of rows of the log that one call reads: enough to fill a page if most photos are public, few
  /// enough that a log full of others' private photos delays no reader.
  private static let rowLimit = 2000

  private func changed(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> Part {
    var places: [Place] = []
    var rowCount = 0
    var through = sequence
    try database[.changedPhotos].rows(start, sequence) { (columns) throws(SQLiteError) in
      let (number, position) = (try columns.next(Int64.self), try columns.next(Int64.self))
      let (owner, visibility) = (try columns.next(AccountID.self), try columns.next(Visibility.self))
      if PhotoAccess(owner: owner, visibility: visibility).allowsFinding(by: reader) {
        places.append((number, position))
      }
      rowCount += 1
      guard places.count < limit, rowCount < Self.rowLimit else {
        through = position
        return false
      }
      return true
    }
    return (try records(at: places, reader: reader), through)
  }

  private func withdrawn(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> Part {
    guard reader != .administrator else { return ([], sequence) }
    return try part(.withdrawnPhotos, after: start, limit: limit, reader: reader)
  }

  /// Photos that were the reader's and were given to others.
  private func given(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> Part {
    guard reader.account != nil else { return ([], sequence) }
    return try part(.givenPhotos, after: start, limit: limit, reader: reader)
  }

  private func part(_ sql: SQL, after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> Part {
    var places: [Place] = []
    var through = sequence
    try database[sql].rows(start, sequence, NullableValue(reader.account)) { (columns) throws(SQLiteError) in
      let place: Place = (try columns.next(), try columns.next())
      places.append(place)
      guard places.count < limit else {
        through = place.position
        return false
      }
      return true
    }
    return (try records(at: places, reader: reader), through)
  }

  /// The records of photos that stand for the reader where the tables say; those that favourites have moved on do not.
  private func records(at places: [Place], reader: ChangeReader) throws(SQLiteError) -> [PhotoRecord] {
    var records: [PhotoRecord] = []
    for (number, position) in places {
      guard let row = try PhotoRow.read(number: number, in: database)?.record,
        row.sequence(inLogOf: reader) == position
      else { continue }
      let moved = pending?.photo(number).map { $0.sequence(inLogOf: reader) != row.sequence(inLogOf: reader) }
      if moved != true { records.append(row) }
    }
    return records
  }

  private func pendingChanges(after start: Int64, reader: ChangeReader) -> [PhotoRecord] {
    pending?.withContents { contents in
      contents.photos.values.filter { record in
        record.sequence(inLogOf: reader) > start && record.access.allowsFinding(by: reader)
      }
    } ?? []
  }
}

extension SQL {
  fileprivate static let changedPhotos = SQL(
    """
    SELECT number, sequence, owner, visibility FROM photo WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence
    """)
  fileprivate static let withdrawnPhotos = SQL(
    """
    SELECT number, withdrawn_sequence FROM photo
    WHERE withdrawn_sequence > 0 AND withdrawn_sequence > ?1 AND withdrawn_sequence <= ?2
      AND \(PhotoListPart.notFoundBy("?3"))
    ORDER BY withdrawn_sequence
    """)
  fileprivate static let givenPhotos = SQL(
    """
    SELECT photo, sequence FROM former_owner WHERE account = ?3 AND sequence > ?1 AND sequence <= ?2 ORDER BY sequence
    """)
}
