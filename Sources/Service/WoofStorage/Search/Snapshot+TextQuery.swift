// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The number of photos, the newest of those that a search finds, that are ranked.
  static let rankedCount = 1000
  /// The number of photos that are ranked at most for a page behind the first one: others may have come meanwhile.
  private static let laterRankedCount = 2 * rankedCount

  /// A page of the photos that a search by words finds.
  ///
  /// Ranking all would take as long as there are photos with a word. The ranked ones begin and end at the same photos on each
  /// page, so that each photo has one place.
  func photos(matching query: PhotoTextQuery) throws(SQLiteError) -> [FoundPhoto] {
    guard query.limit > 0 else { return [] }
    let indexes = try indexes(of: query.scope)
    let parts = try parts(of: query.scope)
    var found: [FoundPhoto] = []
    var end = Int64.max
    if query.after.map({ $0.rank > 0 }) ?? true {
      let ranked = try ranked(query, in: indexes)
      found = try photos(
        ranked.matches, oldest: ranked.oldest?.id, newest: ranked.newest, in: parts, limit: query.limit)
      guard let oldest = ranked.oldest else { return found }
      end = oldest.number
    } else if let after = query.after {
      end = try number(of: after.id)
    }
    guard found.count < query.limit else { return found }
    let rest = try matches(query, in: indexes, numbers: 0..<end, limit: query.limit - found.count)
    return try found
      + photos(
        rest.map { SearchIndex.Match(number: $0.number, score: 0) }, oldest: nil, newest: nil, in: parts,
        limit: query.limit - found.count)
  }

  /// The photos that are ranked and come behind a cursor.
  private struct Ranked {
    /// The photos, the best first.
    var matches: [SearchIndex.Match]
    /// The oldest of all that are ranked, where there are others behind it.
    var oldest: (number: Int64, id: PhotoID)?
    /// The newest of all that are ranked.
    var newest: PhotoID?
  }

  private func ranked(_ query: PhotoTextQuery, in indexes: [SearchIndex]) throws(SQLiteError) -> Ranked {
    let start = try query.after?.oldest.map { (id) throws(SQLiteError) in try number(of: id) }
    let end = try query.after?.newest.map { (id) throws(SQLiteError) in try number(of: id) }
    let isWhole = query.after != nil && start == nil
    var matches = try matches(
      query, in: indexes, numbers: Self.numbers(from: start, through: end),
      limit: query.after == nil ? Self.rankedCount : Self.laterRankedCount)
    var oldest: (number: Int64, id: PhotoID)?
    if let last = start ?? (isWhole || matches.count < Self.rankedCount ? nil : matches.last?.number) {
      oldest = try photo(number: last).map { (last, $0.id) }
    }
    guard let after = query.after else {
      let newest = try matches.first.flatMap { (match) throws(SQLiteError) in try photo(number: match.number)?.id }
      matches.sort { ($0.score, $0.number) > ($1.score, $1.number) }
      return Ranked(matches: matches, oldest: oldest, newest: newest)
    }
    matches.sort { ($0.score, $0.number) > ($1.score, $1.number) }
    let place = (after.rank, try number(of: after.id))
    return Ranked(
      matches: Array(matches.drop { ($0.score, $0.number) >= place }), oldest: oldest, newest: after.newest)
  }

  private static func numbers(from start: Int64?, through end: Int64?) -> Range<Int64> {
    let start = start ?? 0
    guard let end else { return start..<Int64.max }
    return start..<max(start, end &+ 1)
  }

  /// The photos that stand in one of the indexes at least, the newest first.
  private func matches(
    _ query: PhotoTextQuery, in indexes: [SearchIndex], numbers: Range<Int64>, limit: Int
  ) throws(SQLiteError) -> [SearchIndex.Match] {
    var all: [SearchIndex.Match] = []
    for index in indexes {
      all += try index.matches(query.text, numbers: numbers, moments: query.moments, limit: limit, in: database)
    }
    guard indexes.count > 1 else { return all }
    all.sort { ($0.number, $0.score) > ($1.number, $1.score) }
    var matches: [SearchIndex.Match] = []
    for match in all where match.number != matches.last?.number { matches.append(match) }
    return Array(matches.prefix(limit))
  }

  private func photos(
    _ matches: [SearchIndex.Match], oldest: PhotoID?, newest: PhotoID?, in parts: [PhotoListPart], limit: Int
  ) throws(SQLiteError) -> [FoundPhoto] {
    var photos: [FoundPhoto] = []
    for match in matches where photos.count < limit {
      // A favourite may tell of a photo that this snapshot does not show like that, or not at all.
      guard let record = try photo(number: match.number), parts.contains(where: { $0.holds(record) }) else { continue }
      let cursor = PhotoTextQuery.Cursor(rank: match.score, id: record.id, oldest: oldest, newest: newest)
      photos.append(FoundPhoto(record: record, cursor: cursor))
    }
    return photos
  }

  /// The indexes in which the photos of a scope stand.
  func indexes(of scope: PhotoQuery.Scope) throws(SQLiteError) -> [SearchIndex] {
    switch scope {
    case .readable(let reader): return [.listed(of: nil)] + (reader.map { [.owned($0)] } ?? [])
    case .owned(let name, let reader):
      guard let owner = try accountNumber(name) else { return [] }
      return [owner == reader ? .owned(owner) : .listed(of: owner)]
    }
  }

  /// The number of a photo, which it keeps when it is deleted; 0 for an id that never was.
  private func number(of id: PhotoID) throws(SQLiteError) -> Int64 {
    try database[.numberOfFoundPhoto].first(id) { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }
}

extension SQL {
  fileprivate static let numberOfFoundPhoto = SQL("SELECT number FROM photo WHERE id = ?1")
}
