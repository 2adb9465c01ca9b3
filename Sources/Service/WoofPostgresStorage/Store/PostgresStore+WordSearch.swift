// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

// What the stores find by words.

extension PostgresStore {
  /// A page of the photos that a search by words finds.
  func found(_ query: PhotoTextQuery) async throws -> [FoundPhoto] {
    guard query.limit > 0, let search = WordSearchSQL(query.text) else { return [] }
    let page = WordSearchPage(query: query, search: search, parts: try await parts(of: query.scope))
    guard !page.parts.isEmpty else { return [] }
    var found: [FoundPhoto] = []
    var end = query.after?.id
    if page.isRanked {
      let ranked = try await read(page.ranked) { (rows) throws(PostgreSQLError) in
        try rows.map { (row) throws(PostgreSQLError) in try RankedPhoto(&row) }
      }
      var (oldest, newest) = (query.after?.oldest, query.after?.newest)
      if query.after == nil, let first = ranked.first {
        newest = first.newest
        oldest = first.count < WordSearchPage.rankedCount ? nil : first.oldest
      }
      found = ranked.map { photo in
        let cursor = PhotoTextQuery.Cursor(rank: photo.score, id: photo.record.id, oldest: oldest, newest: newest)
        return FoundPhoto(record: photo.record, cursor: cursor)
      }
      end = oldest
    }
    guard let end, found.count < query.limit else { return found }
    let rest = try await records(page.rest(behind: end, limit: query.limit - found.count))
    return found
      + rest.map { record in
        FoundPhoto(
          record: record, cursor: PhotoTextQuery.Cursor(rank: 0, id: record.id, oldest: nil, newest: nil))
      }
  }

  /// The parts in which the photos of a scope are found by words; none where there is no such account.
  func parts(of scope: PhotoQuery.Scope) async throws -> [WordSearchPart] {
    switch scope {
    case .readable(let reader): return WordSearchPart.readable(by: reader)
    case .owned(let name, let reader):
      guard let owner = try await accountID(name) else { return [] }
      return WordSearchPart.owned(by: owner, reader: reader)
    }
  }

  /// A page of the photos that a search by words finds, by their moments.
  func foundInTime(_ text: SearchText, _ query: PhotoQuery) async throws -> [PhotoRecord] {
    let parts = try await parts(of: query.scope)
    guard query.limit > 0, !parts.isEmpty, let search = WordSearchSQL(text) else { return [] }
    var values = StatementValues()
    var bounds: [String] = []
    if let after = query.after {
      let (rank, id) = (values.add(.integer(after.rank)), values.add(.bytes(after.id.columnBytes)))
      bounds.append("(moment, photo.id) < (\(rank), \(id))")
    }
    if let moments = query.moments {
      bounds.append("moment >= \(values.add(.integer(moments.lowerBound.milliseconds)))")
      bounds.append("moment < \(values.add(.integer(moments.upperBound.milliseconds)))")
    }
    let limit = values.add(.integer(Int64(clamping: query.limit)))
    let found = search.first(by: .moment, of: parts, bounds, limit: limit, &values)
    return try await records(
      PostgreSQLStatement(
        """
        WITH \(found.expressions),
        page AS (
          SELECT number, moment FROM (\(found.query)) AS found ORDER BY moment DESC, id DESC LIMIT \(limit))
        SELECT photo_record.* FROM page JOIN photo_record USING (number) ORDER BY page.moment DESC, photo_record.id DESC
        """, values.all))
  }

  /// The number of the account of a name; `nil` where there is none.
  func accountID(_ name: AccountName) async throws -> AccountID? {
    try await read(PostgreSQLStatement("SELECT number FROM account WHERE name = $1", .text(name.text))) {
      (rows) throws(PostgreSQLError) in try rows.first { (row) throws(PostgreSQLError) in try row.accountID() }
    }
  }
}
