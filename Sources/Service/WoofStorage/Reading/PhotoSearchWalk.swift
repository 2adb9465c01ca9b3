// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Gathers what a search finds in several lists, each of which is walked through in order, and not to its end.
struct PhotoSearchWalk {
  private let filter: PhotoSearchFilter
  private let after: PhotoSearch.Cursor?
  private let isByLength: Bool
  private let limit: Int
  private let room: Int
  private var found: [PhotoSearchRow] = []
  private var moved: Set<Int64> = []
  /// The place up to which all lists have been walked through; `nil` where that is their end.
  private var bound: PhotoSearch.Cursor?
  private var foundInPart = 0
  private var examinedInPart = 0
  private var roomOfPart = 0

  /// Starts a search that looks at so many photos.
  init(_ search: PhotoSearch, filter: PhotoSearchFilter, examining room: Int) {
    self.filter = filter
    self.room = room
    after = search.after
    limit = search.limit
    isByLength = search.order == .largest
  }

  /// Notes a photo that does not stand where its list says.
  mutating func note(moved row: PhotoSearchRow) {
    moved.insert(row.number)
    guard filter.holds(row), after.map({ Self.precedes($0, row.place) }) ?? true else { return }
    found.append(row)
  }

  /// Shares the room out among so many lists.
  mutating func begin(partCount: Int) { roomOfPart = max(1, room / max(1, partCount)) }

  /// Begins with the next list.
  mutating func beginPart() {
    foundInPart = 0
    examinedInPart = 0
  }

  /// Takes the next photo of a list.
  ///
  /// - Returns: `true` if there is room for more.
  mutating func take(_ row: PhotoSearchRow) -> Bool {
    examinedInPart += 1
    if !moved.contains(row.number), filter.holds(row) {
      found.append(row)
      foundInPart += 1
    }
    // One more than fits, which tells whether there is another page.
    guard foundInPart <= limit, examinedInPart < roomOfPart else {
      if bound.map({ Self.precedes(row.place, $0) }) ?? true { bound = row.place }
      return false
    }
    return true
  }

  /// The rows of the page, and the place at which the next page starts; `nil` at the end.
  var page: (rows: [PhotoSearchRow], next: PhotoSearch.Cursor?) {
    var rows = found
    if !isByLength {
      // Behind the bound, something may be missing.
      if let bound { rows.removeAll { Self.precedes(bound, $0.place) } }
      rows.sort { Self.precedes($0.place, $1.place) }
    }
    guard rows.count > limit else { return (rows, bound) }
    rows.removeSubrange(limit...)
    return (rows, rows.last?.place)
  }

  private static func precedes(_ left: PhotoSearch.Cursor, _ right: PhotoSearch.Cursor) -> Bool {
    (left.rank, left.id) > (right.rank, right.id)
  }
}
