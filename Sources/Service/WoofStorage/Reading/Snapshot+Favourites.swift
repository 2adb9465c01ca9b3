// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the ids of the given photos that an account likes.
  func favourites(among photos: [PhotoID], of account: AccountID) throws(SQLiteError) -> Set<PhotoID> {
    var liked: Set<PhotoID> = []
    let statement = try database[.isFavourite]
    for id in photos {
      let found = try statement.first(id, account) { (columns) throws(SQLiteError) in
        (number: try columns.next(Int64.self), isSet: try columns.next(Bool.self))
      }
      guard let found else { continue }
      let pair = pending?.pair(FavouriteKey(photo: found.number, account: account))
      if pair.map({ $0.setAt != nil }) ?? found.isSet { liked.insert(id) }
    }
    return liked
  }

  /// A page of the photos that an account likes and may read, the newest like first, and of those of the same
  /// millisecond the photo that came in last.
  func favourites(
    of account: AccountID, after cursor: FavouriteCursor?, limit: Int
  ) throws(SQLiteError) -> [Favourite] {
    guard limit > 0 else { return [] }
    let end = try place(of: cursor)
    let changed = pending?.pairs(of: account) ?? [:]
    var waiting = changed.compactMap { number, pair in pair.setAt.map { Place(setAt: $0, photo: number) } }
      .filter { $0 < end }.sorted(by: <)
    var page: [Favourite] = []
    func take(_ place: Place) throws(SQLiteError) {
      guard page.count < limit, let record = try photo(number: place.photo), !record.isDeleted,
        record.access.allowsReading(by: account)
      else { return }
      page.append(Favourite(photo: record, cursor: FavouriteCursor(setAt: place.setAt, id: record.id)))
    }
    try database[.favouritesInOrder].rows(account, end.setAt, end.photo) { (columns) throws(SQLiteError) in
      let place = Place(setAt: try columns.next(), photo: try columns.next())
      while let newer = waiting.last, place < newer { try take(waiting.removeLast()) }
      if changed[place.photo] == nil { try take(place) }
      return page.count < limit
    }
    while page.count < limit, let newest = waiting.popLast() { try take(newest) }
    return page
  }

  /// The place of a favourite in an account's list.
  private struct Place: Comparable {
    let setAt: Timestamp
    let photo: Int64

    static func < (left: Place, right: Place) -> Bool { (left.setAt, left.photo) < (right.setAt, right.photo) }
  }

  private func place(of cursor: FavouriteCursor?) throws(SQLiteError) -> Place {
    guard let cursor else { return Place(setAt: Timestamp(milliseconds: .max), photo: .max) }
    let number = try database[.photoNumber].first(cursor.id) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    return Place(setAt: cursor.setAt, photo: number ?? 0)
  }
}

extension SQL {
  fileprivate static let isFavourite = SQL(
    """
    SELECT number, is_deleted = 0 AND EXISTS (SELECT 1 FROM favourite WHERE photo = number AND account = ?2)
    FROM photo WHERE id = ?1
    """)
  fileprivate static let favouritesInOrder = SQL(
    """
    SELECT set_at, photo FROM favourite_order WHERE account = ?1 AND (set_at, photo) < (?2, ?3)
    ORDER BY set_at DESC, photo DESC
    """)
  fileprivate static let photoNumber = SQL("SELECT number FROM photo WHERE id = ?1")
}
