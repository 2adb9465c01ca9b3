// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The maximum number of photos that one search examines; the page then tells where the search goes on.
  static let searchLimit = 20_000
  /// The number of seconds by which a photo's id may be older than its arrival, which is how long an upload may take.
  private static let idTolerance: Int64 = 86_400

  /// A page of what a search finds.
  func photos(matching search: PhotoSearch, at clock: RestorationClock) throws(SQLiteError) -> PhotoSearchPage {
    let owner = try search.owner.flatMap { (name) throws(SQLiteError) in try accountNumber(name) }
    guard search.limit > 0, search.owner == nil || owner != nil else { return PhotoSearchPage(photos: [], next: nil) }
    var walk = PhotoSearchWalk(
      search, filter: PhotoSearchFilter(search, owner: owner, at: clock), examining: Self.searchLimit)
    if search.order == .popular, search.state != .deleted { note(in: &walk) }
    let parts = parts(of: search, owner: owner)
    walk.begin(partCount: parts.count)
    for part in parts { try look(through: part, search, &walk) }
    let (rows, next) = walk.page
    var photos: [AdministeredPhoto] = []
    for row in rows {
      guard let record = try photo(number: row.number) else { continue }
      photos.append(try administered(record, number: row.number, at: clock))
    }
    return PhotoSearchPage(photos: photos, next: next)
  }

  /// A part of a list for which there is an index.
  private enum SearchPart {
    case listed
    case hidden(Visibility)
    case owned(AccountID, Visibility)
    case restorable
    case byLength
  }

  private func parts(of search: PhotoSearch, owner: AccountID?) -> [SearchPart] {
    guard search.order != .largest else { return [.byLength] }
    var parts: [SearchPart] = search.state == .live ? [] : [.restorable]
    guard search.state != .deleted else { return parts }
    for visibility in search.visibility.map({ [$0] }) ?? Visibility.allCases {
      if let owner {
        parts.append(.owned(owner, visibility))
      } else {
        parts.append(visibility == .public ? .listed : .hidden(visibility))
      }
    }
    return parts
  }

  /// Photos with pending favourites are not where the indexes say.
  private func note(in walk: inout PhotoSearchWalk) {
    let rows = pending?.withContents { $0.photos.map { PhotoSearchRow($0.value, number: $0.key) } } ?? []
    for row in rows { walk.note(moved: row) }
  }

  private func look(
    through part: SearchPart, _ search: PhotoSearch, _ walk: inout PhotoSearchWalk
  ) throws(SQLiteError) {
    let start = try start(of: search)
    let earliest = earliestID(of: search)
    func isGoingOn(_ columns: inout Columns) throws(SQLiteError) -> Bool {
      let row = try PhotoSearchRow(&columns)
      if let earliest, row.place.id < earliest { return false }
      return walk.take(row)
    }
    walk.beginPart()
    switch (part, search.order) {
    case (.listed, .popular): try database[.foundListedPopular].rows(start.rank, start.id, while: isGoingOn)
    case (.listed, _): try database[.foundListed].rows(start.id, while: isGoingOn)
    case (.hidden(let visibility), .popular):
      try database[.foundHiddenPopular].rows(visibility, start.rank, start.id, while: isGoingOn)
    case (.hidden(let visibility), _): try database[.foundHidden].rows(visibility, start.id, while: isGoingOn)
    case (.owned(let owner, let visibility), .popular):
      try database[.foundOwnedPopular].rows(owner, visibility, start.rank, start.id, while: isGoingOn)
    case (.owned(let owner, let visibility), _):
      try database[.foundOwned].rows(owner, visibility, start.id, while: isGoingOn)
    case (.restorable, _):
      // They have no favourites, so behind whatever has some all of them come.
      let id = search.order == .popular && start.rank > 0 ? PhotoID(high: .max, low: .max) : start.id
      try database[.foundRestorable].rows(id, while: isGoingOn)
    case (.byLength, _):
      try database[.foundByLength].rows(start.rank, try number(behind: search.after), while: isGoingOn)
    }
  }

  private func start(of search: PhotoSearch) throws(SQLiteError) -> PhotoSearch.Cursor {
    var start = search.after ?? PhotoSearch.Cursor(rank: .max, id: PhotoID(high: .max, low: .max))
    if search.order == .newest, let until = search.until {
      start.id = min(start.id, Self.id(at: until.advanced(by: .milliseconds(try ArrivalOrder.lead(in: database)))))
    }
    return start
  }

  /// The id behind which, in the order of the newest first, no photo can be found any more; `nil` where there is none.
  private func earliestID(of search: PhotoSearch) -> PhotoID? {
    guard search.order == .newest, let since = search.since else { return nil }
    return Self.id(at: since.advanced(bySeconds: -Self.idTolerance))
  }

  private static func id(at time: Timestamp) -> PhotoID {
    PhotoID(high: UInt64(min(max(0, time.milliseconds), 0xFFFF_FFFF_FFFF)) << 16, low: 0)
  }

  private func number(behind cursor: PhotoSearch.Cursor?) throws(SQLiteError) -> Int64 {
    guard let cursor else { return .max }
    return try database[.numberOfPhoto].first(cursor.id) { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }
}

extension SQL {
  private static let live = """
    owner, visibility, type, photo_detail.created_at, caption, 0, 0
    FROM photo CROSS JOIN photo_detail ON photo_detail.photo = photo.number
    """

  fileprivate static let foundListed = SQL(
    """
    SELECT number, id, 0, \(live) WHERE \(PhotoListPart.listedCondition) AND id < ?1 ORDER BY id DESC
    """)
  fileprivate static let foundListedPopular = SQL(
    """
    SELECT number, id, favourite_count, \(live)
    WHERE \(PhotoListPart.listedCondition) AND (favourite_count, id) < (?1, ?2)
    ORDER BY favourite_count DESC, id DESC
    """)
  fileprivate static let foundHidden = SQL(
    """
    SELECT number, id, 0, \(live)
    WHERE visibility = ?1 AND visibility <> 0 AND is_deleted = 0 AND id < ?2 ORDER BY id DESC
    """)
  fileprivate static let foundHiddenPopular = SQL(
    """
    SELECT number, id, favourite_count, \(live)
    WHERE visibility = ?1 AND visibility <> 0 AND is_deleted = 0 AND (favourite_count, id) < (?2, ?3)
    ORDER BY favourite_count DESC, id DESC
    """)
  fileprivate static let foundOwned = SQL(
    """
    SELECT number, id, 0, \(live) WHERE \(PhotoListPart.ownedCondition) AND id < ?3 ORDER BY id DESC
    """)
  fileprivate static let foundOwnedPopular = SQL(
    """
    SELECT number, id, favourite_count, \(live)
    WHERE \(PhotoListPart.ownedCondition) AND (favourite_count, id) < (?3, ?4)
    ORDER BY favourite_count DESC, id DESC
    """)
  fileprivate static let foundRestorable = SQL(
    """
    SELECT number, photo.id, 0, owner, visibility, type, created_at, caption, is_deleted, restorable_until
    FROM restorable_photo CROSS JOIN photo ON photo.number = restorable_photo.photo
      CROSS JOIN photo_detail ON photo_detail.photo = restorable_photo.photo
    WHERE restorable_photo.id < ?1 ORDER BY restorable_photo.id DESC
    """)
  fileprivate static let foundByLength = SQL(
    """
    SELECT number, photo.id, byte_count, owner, visibility, type, created_at, caption, is_deleted,
      coalesce((SELECT restorable_until FROM restorable_photo WHERE restorable_photo.photo = number), 0)
    FROM photo_detail CROSS JOIN photo ON photo.number = photo_detail.photo
    WHERE byte_count <= ?1 AND (byte_count, photo_detail.photo) < (?1, ?2)
    ORDER BY byte_count DESC, photo_detail.photo DESC
    """)
  fileprivate static let numberOfPhoto = SQL("SELECT number FROM photo WHERE id = ?1")
}
