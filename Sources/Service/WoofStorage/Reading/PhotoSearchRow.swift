// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The columns of a photo that a search examines to decide whether it matches.
struct PhotoSearchRow {
  let number: Int64
  /// The place of the photo in the order of the search.
  let place: PhotoSearch.Cursor
  let owner: AccountID
  let visibility: Visibility
  let type: ImageType
  let createdAt: Timestamp
  let caption: String
  let isDeleted: Bool
  /// The time until which it can be restored, by the steady time; 0 where it was not deleted, or is gone for good.
  let restorableUntil: Timestamp

  /// Reads a row of one of the statements of a search.
  init(_ columns: inout Columns) throws(SQLiteError) {
    number = try columns.next()
    let id: PhotoID = try columns.next()
    place = PhotoSearch.Cursor(rank: try columns.next(), id: id)
    owner = try columns.next()
    visibility = try columns.next()
    type = try columns.next()
    createdAt = try columns.next()
    caption = try columns.next()
    isDeleted = try columns.next()
    restorableUntil = try columns.next()
  }

  /// Makes what a row would be of a photo whose favourites are not in the tables yet.
  init(_ record: PhotoRecord, number: Int64) {
    self.number = number
    place = PhotoSearch.Cursor(rank: Int64(record.favouriteCount), id: record.id)
    owner = record.ownerID
    visibility = record.visibility
    type = record.original.type
    createdAt = record.createdAt
    caption = record.caption
    isDeleted = record.isDeleted
    restorableUntil = Timestamp(milliseconds: 0)
  }
}

/// Decides which photos a search finds.
struct PhotoSearchFilter {
  private let search: PhotoSearch
  private let owner: AccountID?
  private let text: String?
  private let clock: RestorationClock

  /// Makes the filter of a search.
  ///
  /// - Parameters:
  ///   - owner: The number of the account that the search names.
  ///   - clock: Tells whether deleted photos can be restored.
  init(_ search: PhotoSearch, owner: AccountID?, at clock: RestorationClock) {
    self.search = search
    self.owner = owner
    self.clock = clock
    text = search.text.flatMap { $0.isEmpty ? nil : $0.lowercased() }
  }

  /// Returns `true` if the photo meets all conditions of the search.
  func holds(_ row: PhotoSearchRow) -> Bool {
    guard isShown(row), owner == nil || row.owner == owner,
      search.visibility == nil || row.visibility == search.visibility, search.type == nil || row.type == search.type,
      search.since.map({ row.createdAt >= $0 }) ?? true, search.until.map({ row.createdAt < $0 }) ?? true
    else { return false }
    return text.map { row.caption.lowercased().contains($0) } ?? true
  }

  private func isShown(_ row: PhotoSearchRow) -> Bool {
    row.isDeleted ? search.state != .live && clock.isBefore(row.restorableUntil) : search.state != .deleted
  }
}
