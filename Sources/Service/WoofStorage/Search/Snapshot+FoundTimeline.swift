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
    var rows: [TimelineRow] = []
    for found in try found(text, in: indexes) {
      guard !found.numbers.isSparse else {
        try lookUp(found, span, into: &rows)
        continue
      }
      for part in found.parts { try walk(part, of: found.numbers, span, limit, into: &rows) }
    }
    rows.sort(by: TimelineRow.precedes)
    return rows.count > limit ? Array(rows[..<limit]) : rows
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

  private func walk(
    _ part: PhotoListPart, of numbers: PhotoSet, _ span: TimelineSpan, _ limit: Int, into rows: inout [TimelineRow]
  ) throws(SQLiteError) {
    var count = 0
    func take(_ columns: inout Columns) throws(SQLiteError) -> Bool {
      let number = try columns.next(Int64.self)
      guard numbers.contains(number) else { return true }
      rows.append(try TimelineRow(number: number, &columns))
      count += 1
      return count < limit
    }
    let (end, first) = (span.end, span.first)
    switch part {
    case .listed: try database[.listedWalk].rows(end.rank, end.id, first, while: take)
    case .owned(let owner, let visibility):
      try database[.ownedWalk].rows(end.rank, end.id, first, owner, visibility, while: take)
    }
  }
}

/// A span of a timeline.
struct TimelineSpan {
  /// The first moment.
  let first: Timestamp
  /// The place before which all photos of the span stand, by their moment and id: the span ends behind it.
  let end: (rank: Int64, id: PhotoID)

  /// The moments, of which those at a place and later ones are left out where there is such a place.
  init(_ moments: ClosedRange<Timestamp>, behind place: PhotoQuery.Cursor? = nil) {
    first = moments.lowerBound
    let next = moments.upperBound.milliseconds.addingReportingOverflow(1)
    let none = PhotoID(high: 0, low: 0)
    let end = next.overflow ? (.max, PhotoID(high: .max, low: .max)) : (next.partialValue, none)
    self.end = place.map { ($0.rank, $0.id) < end ? ($0.rank, $0.id) : end } ?? end
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
