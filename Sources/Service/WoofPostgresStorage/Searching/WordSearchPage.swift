// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of a page of what a search by words finds, the best first.
///
/// Ranking all would take as long as there are photos with a word: ranked are the newest of them, and all older ones follow. The
/// ranked ones begin and end at the same photos on each page, so that each photo has one place.
struct WordSearchPage {
  /// The number of photos, the newest of those that a search finds, that are ranked.
  static let rankedCount = 1000
  /// The number of photos that are ranked at most for a page behind the first one: others may have come meanwhile.
  private static let laterRankedCount = 2 * rankedCount

  let query: PhotoTextQuery
  let search: WordSearchSQL
  let parts: [WordSearchPart]

  /// `true` if the page may have photos that are ranked.
  var isRanked: Bool { query.after.map { $0.rank > 0 } ?? true }

  /// The statement of the ranked photos of the page: photos with their scores, and the oldest and the newest of all that are
  /// ranked, and their number.
  var ranked: PostgreSQLStatement {
    var values = StatementValues()
    var bounds = moments(&values)
    let after = query.after
    if let oldest = after?.oldest { bounds.append("number >= \(number(of: oldest, &values))") }
    if let newest = after?.newest { bounds.append("number <= \(number(of: newest, &values))") }
    let limit = values.add(.integer(Int64(after == nil ? Self.rankedCount : Self.laterRankedCount)))
    let found = search.first(by: .arrival, of: parts, bounds, limit: limit, isScored: true, &values)
    let place =
      after.map { "(score, number) < (\(values.add(.integer(Int64($0.rank)))), \(number(of: $0.id, &values)))" }
      ?? "true"
    return PostgreSQLStatement(
      """
      WITH \(found.expressions),
      ranked AS MATERIALIZED (
        SELECT number, id, score FROM (\(found.query)) AS found
        ORDER BY number DESC LIMIT \(limit)),
      page AS (
        SELECT number, score FROM ranked WHERE \(place)
        ORDER BY score DESC, number DESC LIMIT \(values.add(.integer(Int64(clamping: query.limit)))))
      SELECT photo_record.*, page.score, (SELECT id FROM ranked ORDER BY number LIMIT 1),
        (SELECT id FROM ranked ORDER BY number DESC LIMIT 1), (SELECT count(*) FROM ranked)
      FROM page JOIN photo_record USING (number) ORDER BY page.score DESC, number DESC
      """, values.all)
  }

  /// The statement of photos behind those that are ranked.
  ///
  /// - Parameter id: The photo behind which they come, by their numbers.
  func rest(behind id: PhotoID, limit: Int) -> PostgreSQLStatement {
    var values = StatementValues()
    let bounds = moments(&values) + ["number < \(number(of: id, &values))"]
    let count = values.add(.integer(Int64(clamping: limit)))
    let found = search.first(by: .arrival, of: parts, bounds, limit: count, &values)
    return PostgreSQLStatement(
      """
      WITH \(found.expressions),
      page AS (SELECT number FROM (\(found.query)) AS found ORDER BY number DESC LIMIT \(count))
      SELECT photo_record.* FROM page JOIN photo_record USING (number) ORDER BY number DESC
      """, values.all)
  }

  private func moments(_ values: inout StatementValues) -> [String] {
    guard let moments = query.moments else { return [] }
    return [
      "moment >= \(values.add(.integer(moments.lowerBound.milliseconds)))",
      "moment < \(values.add(.integer(moments.upperBound.milliseconds)))",
    ]
  }

  /// An expression of the number of a photo, which it keeps when it is deleted; 0 for an id that never was.
  private func number(of id: PhotoID, _ values: inout StatementValues) -> String {
    "coalesce((SELECT number FROM photo WHERE id = \(values.add(.bytes(id.columnBytes)))), 0)"
  }
}

/// A photo that a search has found among those that are ranked.
struct RankedPhoto {
  let record: PhotoRecord
  let score: Int
  /// The oldest and the newest of all that are ranked, and their number.
  let oldest: PhotoID
  let newest: PhotoID
  let count: Int

  /// Reads a row of ``WordSearchPage/ranked``.
  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    record = try PhotoRow(&row).record
    score = try row.count()
    (oldest, newest) = (try row.photoID(), try row.photoID())
    count = try row.count()
  }
}
