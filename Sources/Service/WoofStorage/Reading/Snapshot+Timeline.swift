// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The months of a timeline, the latest first.
  func months(of view: TimelineView, by clock: RestorationClock) throws(SQLiteError) -> [TimelineMonth] {
    var months: [TimelineMonth] = []
    var start = Timestamp(milliseconds: .max)
    try rows(of: view, by: clock) { row in
      if months.isEmpty || row.moment < start {
        let month = CivilMonth(of: row.moment)
        start = month.moments.lowerBound
        months.append(TimelineMonth(month: month, count: 0, ratioSum: 0))
      }
      months[months.count - 1].count += 1
      months[months.count - 1].ratioSum += row.ratio.value
    }
    return months
  }

  /// The aspect ratio of each photo of a timeline, as its byte, in the order of the timeline.
  func ratios(of view: TimelineView, by clock: RestorationClock) throws(SQLiteError) -> [UInt8] {
    var ratios: [UInt8] = []
    try rows(of: view, by: clock) { ratios.append($0.ratio.byte) }
    return ratios
  }

  /// Photos of a month, in the order of the timeline.
  func part(_ query: TimelineQuery, by clock: RestorationClock) throws(SQLiteError) -> TimelinePart {
    var part = TimelinePart(count: 0, entries: [])
    var found: [TimelineRow] = []
    let end = query.offset.addingReportingOverflow(query.limit)
    let places = query.offset..<(end.overflow ? .max : end.partialValue)
    try rows(of: query.view, in: query.month.moments, by: clock) { row in
      if places.contains(part.count) { found.append(row) }
      part.count += 1
    }
    for row in found {
      let colour = try database[.averageColour].first(row.number) { (columns) throws(SQLiteError) in
        try columns.next(String?.self)
      }
      part.entries.append(TimelinePart.Entry(id: row.id, ratio: row.ratio, averageColour: colour ?? nil))
    }
    return part
  }

  /// Hands over the rows of a timeline, in its order.
  private func rows(
    of view: TimelineView, in moments: ClosedRange<Timestamp> = .all, by clock: RestorationClock,
    _ body: (TimelineRow) -> Void
  ) throws(SQLiteError) {
    func hand(_ columns: inout Columns) throws(SQLiteError) -> Bool {
      body(try TimelineRow(&columns))
      return true
    }
    let (first, last) = (moments.lowerBound, moments.upperBound)
    switch view {
    case .readable(nil): try database[.listedTimeline].rows(first, last, while: hand)
    case .readable(let reader): for row in try rows(of: PhotoListPart.parts(foundBy: reader), in: moments) { body(row) }
    case .owned(let owner):
      for row in try rows(of: PhotoListPart.parts(ownedBy: owner, foundBy: owner), in: moments) { body(row) }
    case .favourites(let account): for row in try favouriteRows(of: account, in: moments) { body(row) }
    case .album(let album, let reader):
      try database[.albumTimeline].rows(first, last, NullableValue(reader), album, while: hand)
    case .trash(let account): try database[.trashTimeline].rows(first, last, account, clock.now, while: hand)
    case .found(let text, let reader):
      let indexes = try indexes(of: .readable(by: reader))
      for row in try rows(of: text, in: indexes, TimelineSpan(moments)) { body(row) }
    case .ownFound(let text, let owner):
      for row in try rows(of: text, in: [.owned(owner)], TimelineSpan(moments)) { body(row) }
    }
  }

  /// The rows of several parts of a list. Sorting them here, where each part is a run, is faster than a merge by SQLite.
  private func rows(
    of parts: [PhotoListPart], in moments: ClosedRange<Timestamp>
  ) throws(SQLiteError) -> [TimelineRow] {
    var rows: [TimelineRow] = []
    func take(_ columns: inout Columns) throws(SQLiteError) -> Bool {
      rows.append(try TimelineRow(&columns))
      return true
    }
    let (first, last) = (moments.lowerBound, moments.upperBound)
    for part in parts {
      switch part {
      case .listed: try database[.listedTimeline].rows(first, last, while: take)
      case .owned(let owner, let visibility):
        try database[.ownedTimeline].rows(first, last, owner, visibility, while: take)
      }
    }
    return rows.sorted(by: TimelineRow.precedes)
  }

  /// The rows of an account's favourites, those that are not in the tables yet included.
  private func favouriteRows(
    of account: AccountID, in moments: ClosedRange<Timestamp>
  ) throws(SQLiteError) -> [TimelineRow] {
    var rows = try database[.favouriteTimeline].all(moments.lowerBound, moments.upperBound, account) {
      (columns) throws(SQLiteError) in try TimelineRow(&columns)
    }
    guard let changed = pending?.pairs(of: account), !changed.isEmpty else { return rows }
    rows.removeAll { changed[$0.number] != nil }
    for (number, pair) in changed where pair.setAt != nil {
      guard let record = try photo(number: number), !record.isDeleted, record.access.allowsReading(by: account),
        moments.contains(record.moment)
      else { continue }
      rows.append(TimelineRow(of: record, number: number))
    }
    return rows.sorted(by: TimelineRow.precedes)
  }
}

/// A photo's place in a timeline.
struct TimelineRow {
  let moment: Timestamp
  let ratio: AspectRatio
  let number: Int64
  let id: PhotoID

  init(_ columns: inout Columns) throws(SQLiteError) {
    moment = try columns.next()
    ratio = AspectRatio(byte: UInt8(clamping: try columns.next(Int.self)))
    number = try columns.next()
    id = try columns.next()
  }

  /// Reads the row of a photo whose number is known.
  init(number: Int64, _ columns: inout Columns) throws(SQLiteError) {
    moment = try columns.next()
    ratio = AspectRatio(byte: UInt8(clamping: try columns.next(Int.self)))
    id = try columns.next()
    self.number = number
  }

  init(of record: PhotoRecord, number: Int64) {
    (moment, id) = (record.moment, record.id)
    ratio = AspectRatio(width: record.original.width, height: record.original.height)
    self.number = number
  }

  /// Returns `true` if the first stands before the second: the later first, and among equals the newest.
  static func precedes(_ left: TimelineRow, _ right: TimelineRow) -> Bool {
    (left.moment, left.id) > (right.moment, right.id)
  }
}

extension ClosedRange<Timestamp> {
  /// All moments.
  static let all = Timestamp(milliseconds: .min)...Timestamp(milliseconds: .max)
}

extension SQL {
  private static let columns = "moment, ratio, number, photo.id"
  private static let span = "moment BETWEEN ?1 AND ?2"
  private static let order = "ORDER BY moment DESC, photo.id DESC"

  fileprivate static let listedTimeline = SQL(
    "SELECT \(columns) FROM photo WHERE \(PhotoListPart.listedCondition) AND \(span) \(order)")
  fileprivate static let ownedTimeline = SQL(
    "SELECT \(columns) FROM photo WHERE owner = ?3 AND visibility = ?4 AND is_deleted = 0 AND \(span) \(order)")
  fileprivate static let favouriteTimeline = SQL(
    """
    SELECT \(columns) FROM favourite_order CROSS JOIN photo ON photo.number = favourite_order.photo
    WHERE account = ?3 AND is_deleted = 0 AND (visibility <> 2 OR owner = ?3) AND \(span) \(order)
    """)
  fileprivate static let albumTimeline = SQL(
    """
    SELECT \(columns) FROM album_photo CROSS JOIN photo ON photo.number = album_photo.photo
    WHERE album = (SELECT number FROM album WHERE id = ?4 AND is_deleted = 0)
      AND (access = 0 OR access = 1 AND album_photo.owner = ?3) AND \(span) \(order)
    """)
  fileprivate static let trashTimeline = SQL(
    """
    SELECT \(columns) FROM restorable_photo CROSS JOIN photo ON photo.number = restorable_photo.photo
    WHERE restorer = ?3 AND restorer <> 0 AND restorable_until > ?4 AND \(span) \(order)
    """)
  fileprivate static let averageColour = SQL("SELECT average_colour FROM photo_detail WHERE photo = ?1")
}
