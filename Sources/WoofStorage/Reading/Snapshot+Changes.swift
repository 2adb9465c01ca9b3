internal import WoofCore
internal import WoofModel

extension Snapshot {
  /// The photos that changed after a position and that a reader may have to hear of.
  ///
  /// Each stands at the position that it has for the reader: photos that it sees where they changed last, others where
  /// they were taken out of its sight, whatever happened to them since.
  func changes(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> ChangeLogPage {
    let limit = max(limit, 1)
    let changed = try changed(after: start, limit: limit + 1, reader: reader)
    let withdrawn = try withdrawn(after: start, limit: limit + 1, reader: reader)
    let through = min(changed.through, withdrawn.through)
    let records = (changed.records + withdrawn.records + pendingChanges(after: start, reader: reader))
      .filter { $0.sequence(inLogOf: reader) <= through }
      .sorted { $0.sequence(inLogOf: reader) < $1.sequence(inLogOf: reader) }
    guard records.count > limit else {
      return ChangeLogPage(photos: records, through: through, hasMore: through < sequence)
    }
    let page = Array(records.prefix(limit))
    return ChangeLogPage(photos: page, through: page.last?.sequence(inLogOf: reader) ?? start, hasMore: true)
  }

  /// A part of the log, and up to which position it is complete.
  private typealias Part = (records: [PhotoRecord], through: Int64)

  /// How many rows of the log one call reads at most: enough to fill a page where most photos are public, few enough
  /// that a log full of others' private photos holds no reader up.
  private static let rowLimit = 2000

  private func changed(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> Part {
    var numbers: [Int64] = []
    var rowCount = 0
    var through = sequence
    try database[.changedPhotos].rows(start, sequence) { (columns) throws(SQLiteError) in
      let (number, position) = (try columns.next(Int64.self), try columns.next(Int64.self))
      let (owner, visibility) = (try columns.next(AccountID.self), try columns.next(Visibility.self))
      if reader.sees(visibility, of: owner) { numbers.append(number) }
      rowCount += 1
      guard numbers.count < limit, rowCount < Self.rowLimit else {
        through = position
        return false
      }
      return true
    }
    return (try records(numbers, reader: reader), through)
  }

  private func withdrawn(after start: Int64, limit: Int, reader: ChangeReader) throws(SQLiteError) -> Part {
    guard reader != .administrator else { return ([], sequence) }
    var numbers: [Int64] = []
    var through = sequence
    try database[.withdrawnPhotos].rows(start, sequence, reader.account) { (columns) throws(SQLiteError) in
      numbers.append(try columns.next())
      let position: Int64 = try columns.next()
      guard numbers.count < limit else {
        through = position
        return false
      }
      return true
    }
    return (try records(numbers, reader: reader), through)
  }

  /// The records of photos that are found where the tables say; those that favourites have moved on are not.
  private func records(_ numbers: [Int64], reader: ChangeReader) throws(SQLiteError) -> [PhotoRecord] {
    var records: [PhotoRecord] = []
    for number in numbers {
      guard let row = try PhotoRow.read(number: number, in: database)?.record else { continue }
      let moved = pending?.photo(number).map { $0.sequence(inLogOf: reader) != row.sequence(inLogOf: reader) }
      if moved != true { records.append(row) }
    }
    return records
  }

  private func pendingChanges(after start: Int64, reader: ChangeReader) -> [PhotoRecord] {
    pending?.withContents { contents in
      contents.photos.values.filter { record in
        record.sequence(inLogOf: reader) > start && reader.sees(record.visibility, of: record.ownerID)
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
    WHERE withdrawn_sequence > 0 AND withdrawn_sequence > ?1 AND withdrawn_sequence <= ?2 AND visibility <> 0
      AND owner IS NOT ?3
    ORDER BY withdrawn_sequence
    """)
}
