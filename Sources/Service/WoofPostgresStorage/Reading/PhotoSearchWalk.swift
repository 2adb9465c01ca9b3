// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// Goes through what a search may find, part by part and not to its end, and picks what it finds.
///
/// Texts are compared here, so that they are regardless of case in every language, whatever the database's locale.
struct PhotoSearchWalk {
  /// The most photos that one search looks at; the page then tells where it goes on.
  private static let limit = 20_000
  /// The number of photos of a part, where not all of them are found.
  private static let partCount = 1000
  /// The time by which a photo's id may be older than its arrival, which is how long an upload may take.
  private static let tolerance: Int64 = 86_400

  private let search: PhotoSearch
  private let owner: AccountID?
  private let text: String?
  private let size: Int
  private var found: [PhotoSearchRow] = []
  private var place: PhotoSearch.Cursor?
  private var examined = 0
  private var isEnded = false
  /// The place at which the search goes on; `nil` at the end.
  private(set) var next: PhotoSearch.Cursor?

  /// Begins a search.
  ///
  /// - Parameter owner: The number of the account that the search names.
  init(_ search: PhotoSearch, owner: AccountID?) {
    self.search = search
    self.owner = owner
    text = search.text.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    place = search.after
    let findsAll = text == nil && search.type == nil && search.since == nil && search.until == nil
    // One more than fits, which tells whether there is another page.
    size = findsAll ? min(search.limit, Self.limit) + 1 : Self.partCount
  }

  /// The statement of the next part; `nil` where enough was looked at.
  var nextStatement: PostgreSQLStatement? {
    isEnded ? nil : PhotoSearchSQL.statement(search, owner: owner, after: place, limit: size)
  }

  /// The numbers of the photos found.
  var numbers: [Int64] { found.map(\.number) }

  /// Takes a part.
  mutating func take(_ rows: [PhotoSearchRow]) {
    for row in rows {
      if holds(row) {
        guard found.count < search.limit else { return end(at: found.last?.place) }
        found.append(row)
      }
      place = row.place
    }
    examined += rows.count
    if rows.count < size || isBehindAll(place) {
      end(at: nil)
    } else if examined >= Self.limit {
      end(at: place)
    }
  }

  private mutating func end(at place: PhotoSearch.Cursor?) {
    isEnded = true
    next = place
  }

  private func holds(_ row: PhotoSearchRow) -> Bool {
    guard search.type == nil || row.type == search.type, search.since.map({ row.createdAt >= $0 }) ?? true,
      search.until.map({ row.createdAt < $0 }) ?? true
    else { return false }
    return text.map { row.caption.lowercased().contains($0) } ?? true
  }

  /// `true` if no photo can be found any more behind a place, as all came in too early.
  private func isBehindAll(_ place: PhotoSearch.Cursor?) -> Bool {
    guard search.order == .newest, let since = search.since, let place else { return false }
    let time = max(0, since.advanced(bySeconds: -Self.tolerance).milliseconds)
    return place.id.high >> 16 < UInt64(time)
  }
}
