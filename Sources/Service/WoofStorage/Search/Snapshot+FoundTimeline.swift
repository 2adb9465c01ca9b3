// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The rows of the photos that a search by words finds, in the order of a timeline.
  ///
  /// Which photos have the words says the index, in no order of time. Few of them are looked up and sorted; where they are
  /// many, the timeline is gone through, and what is not among them passed over.
  ///
  /// - Parameter limit: The number of rows that are wanted; by default all.
  func rows(
    of text: SearchText, in indexes: [SearchIndex], _ span: TimelineSpan, limit: Int = .max
  ) throws(SQLiteError) -> [TimelineRow] {
    guard limit > 0 else { return [] }
    var (span, rows): (TimelineSpan, [TimelineRow]) = (span, [])
    func cut() {
      rows.sort(by: TimelineRow.precedes)
      guard rows.count >= limit else { return }
      rows.removeSubrange(limit...)
      // What stands behind the last row is not looked at in further parts.
      span.first = rows[limit - 1].moment
    }
    for found in try found(text, in: indexes) {
      if found.numbers.isSparse {
        try lookUp(found, span, into: &rows)
        cut()
        continue
      }
      var rest = found.numbers
      // Most of what others see too has been found for them, so that hidden photos are most of the rest.
      for part in found.parts.reversed() where rest.count > 0 {
        try walk(part, of: &rest, span, limit, into: &rows)
        cut()
      }
    }
    return rows
  }

  private func lookUp(
    _ found: FoundPhotos, _ span: TimelineSpan, into rows: inout [TimelineRow]
  ) throws(SQLiteError) {
    let statement = try database[.placeOfFound]
    try found.numbers.forEach { (number) throws(SQLiteError) in
      let row = try statement.first(number, span.end.rank, span.end.id, span.first) {
        (columns) throws(SQLiteError) -> TimelineRow? in
        let (owner, visibility) = (try columns.next(AccountID.self), try columns.next(Visibility.self))
        guard found.parts.contains(where: { $0.holds(owner, visibility) }) else { return nil }
        return try TimelineRow(number: number, &columns)
      }
      if let row = row ?? nil { rows.append(row) }
    }
  }

  /// Goes through a part of a timeline, until what is looked for has been found, and takes it out of the set.
  private func walk(
    _ part: PhotoListPart, of numbers: inout PhotoSet, _ span: TimelineSpan, _ limit: Int,
    into rows: inout [TimelineRow]
  ) throws(SQLiteError) {
    var count = 0
    func take(_ columns: inout Columns) throws(SQLiteError) -> Bool {
      let number = try columns.next(Int64.self)
      guard numbers.contains(number) else { return true }
      numbers.remove(number)
      rows.append(try TimelineRow(number: number, &columns))
      count += 1
      return count < limit && numbers.count > 0
    }
    let (end, first) = (span.end, span.first)
    switch part {
    case .listed: try database[.listedWalk].rows(end.rank, end.id, first, while: take)
    case .owned(let owner, let visibility):
      try database[.ownedWalk].rows(end.rank, end.id, first, owner, visibility, while: take)
    }
  }
}

extension SQL {
  private static let walk = "SELECT number, moment, ratio, id FROM photo WHERE (moment, id) < (?1, ?2) AND moment >= ?3"
  private static let order = "ORDER BY moment DESC, id DESC"

  fileprivate static let listedWalk = SQL("\(walk) AND \(PhotoListPart.listedCondition) \(order)")
  fileprivate static let ownedWalk = SQL("\(walk) AND owner = ?4 AND visibility = ?5 AND is_deleted = 0 \(order)")
  fileprivate static let placeOfFound = SQL(
    """
    SELECT owner, visibility, moment, ratio, id FROM photo
    WHERE number = ?1 AND is_deleted = 0 AND (moment, id) < (?2, ?3) AND moment >= ?4
    """)
}
