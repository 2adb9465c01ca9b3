// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension Snapshot {
  /// A page of the photos that an account can restore, those first that were deleted last.
  func trash(_ query: TrashQuery, by clock: RestorationClock) throws(SQLiteError) -> [DeletedPhoto] {
    guard query.limit > 0 else { return [] }
    let last = PhotoID(high: .max, low: .max)
    let start = query.after ?? TrashQuery.Cursor(deletedAt: Timestamp(milliseconds: .max), id: last)
    let ids = query.ids ?? PhotoID(high: 0, low: 0)...last
    let found = try database[.trash].all(
      query.account, start.deletedAt, start.id, ids.lowerBound, ids.upperBound, clock.now, query.limit
    ) { (columns) throws(SQLiteError) in
      (
        number: try columns.next(Int64.self), start: try columns.next(Timestamp.self),
        end: try columns.next(Timestamp.self)
      )
    }
    var photos: [DeletedPhoto] = []
    for (number, start, end) in found {
      guard let record = try photo(number: number) else { continue }
      photos.append(DeletedPhoto(record: record, deletedAt: start, restorableUntil: clock.wallTime(of: end)))
    }
    return photos
  }
}

extension SQL {
  // That the restorer is not 0 lets the index be used that has no others.
  fileprivate static let trash = SQL(
    """
    SELECT photo, deleted_at, restorable_until FROM restorable_photo
    WHERE restorer = ?1 AND restorer <> 0 AND (deleted_at, id) < (?2, ?3) AND id BETWEEN ?4 AND ?5
      AND restorable_until > ?6
    ORDER BY deleted_at DESC, id DESC LIMIT ?7
    """)
}
