// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of a timeline. The database counts, and puts the ratios of all photos together, so that not every photo comes
/// as a row.
struct TimelineSQL {
  /// The days from 1970 on of the years that a date of the database may have.
  private static let days = -719_162...2_932_896

  private var values = StatementValues()

  /// The statement of the months: the moment of one of its photos, a ratio, and the number of photos with it.
  static func months(of view: TimelineView) -> PostgreSQLStatement? {
    var sql = TimelineSQL()
    guard let rows = sql.rows(of: view) else { return nil }
    let day = "least(greatest(floor(moment / 86400000::float8), \(days.lowerBound)), \(days.upperBound))::int4"
    return PostgreSQLStatement(
      """
      SELECT min(moment), ratio, count(*) FROM (\(rows)) AS found
      GROUP BY date_trunc('month', (date '1970-01-01' + \(day))::timestamp), ratio
      """, sql.values.all)
  }

  /// The statement of the ratios, in one value.
  static func ratios(of view: TimelineView) -> PostgreSQLStatement? {
    var sql = TimelineSQL()
    guard let rows = sql.rows(of: view) else { return nil }
    return PostgreSQLStatement(
      """
      SELECT string_agg(ratio, ''::bytea) FROM (
        SELECT ratio FROM (\(rows)) AS found ORDER BY moment DESC, id DESC) AS ratios
      """, sql.values.all)
  }

  /// The statement of a part of a month: the number of all photos of the month, and a photo of the part; one row without a
  /// photo where the part has none.
  static func part(_ query: TimelineQuery) -> PostgreSQLStatement? {
    var sql = TimelineSQL()
    guard let rows = sql.rows(of: query.view, in: query.month.moments) else { return nil }
    let offset = sql.values.add(.integer(Int64(max(0, query.offset))))
    let limit = sql.values.add(.integer(Int64(max(0, query.limit))))
    return PostgreSQLStatement(
      """
      WITH month AS MATERIALIZED (\(rows)),
      page AS (SELECT * FROM month ORDER BY moment DESC, id DESC OFFSET \(offset) LIMIT \(limit))
      SELECT (SELECT count(*) FROM month), page.id, page.ratio, average_colour
      FROM (SELECT) AS one LEFT JOIN page ON true LEFT JOIN photo_detail ON photo_detail.photo = page.number
      ORDER BY page.moment DESC, page.id DESC
      """, sql.values.all)
  }

  /// A query of the photos of a timeline, in no order; `nil` where there are none.
  private mutating func rows(of view: TimelineView, in moments: ClosedRange<Timestamp>? = nil) -> String? {
    switch view {
    case .found(let text, let reader): return rows(of: text, in: WordSearchPart.readable(by: reader), moments)
    case .ownFound(let text, let owner): return rows(of: text, in: [.owned(owner)], moments)
    case .readable(nil): return select("photo", [PhotoAccessSQL.listed] + span(moments))
    case .readable(let reader?):
      let (span, account) = (span(moments), values.add(.integer(reader.rawValue)))
      return [PhotoAccessSQL.listed, PhotoAccessSQL.hidden(of: account)].map { select("photo", [$0] + span) }
        .joined(separator: " UNION ALL ")
    case .owned(let owner):
      return select("photo", [PhotoAccessSQL.owned(by: values.add(.integer(owner.rawValue)))] + span(moments))
    case .favourites(let reader):
      let account = values.add(.integer(reader.rawValue))
      return select(
        "favourite JOIN photo ON photo.number = favourite.photo",
        ["account = \(account)", PhotoAccessSQL.readable(by: account)] + span(moments))
    case .trash(let restorer):
      let account = values.add(.integer(restorer.rawValue))
      return select(
        "restorable_photo AS kept JOIN photo ON photo.number = kept.photo",
        ["kept.restorer = \(account)", "kept.restorable_until > \(PostgresSchema.now)"] + span(moments))
    case .album(let album, let reader):
      let (id, account) = (values.add(.bytes(album.uuid.columnBytes)), values.add(.integer(reader?.rawValue)))
      return select(
        "album_photo JOIN photo ON photo.number = album_photo.photo",
        [
          "album_photo.album = (SELECT number FROM album WHERE id = \(id) AND NOT is_deleted)",
          AlbumSQL.isSeen(by: account),
        ] + span(moments))
    }
  }

  private mutating func rows(
    of text: SearchText, in parts: [WordSearchPart], _ moments: ClosedRange<Timestamp>?
  ) -> String? {
    guard let search = WordSearchSQL(text) else { return nil }
    let span = span(moments)
    return parts.map { search.photos($0, columns: Self.columns, span, &values) }.joined(separator: " UNION ALL ")
  }

  private static let columns = "moment, photo.id, ratio, photo.number"

  private func select(_ source: String, _ conditions: [String]) -> String {
    "SELECT \(Self.columns) FROM \(source) WHERE \(conditions.joined(separator: " AND "))"
  }

  private mutating func span(_ moments: ClosedRange<Timestamp>?) -> [String] {
    guard let moments else { return [] }
    let (first, last) = (moments.lowerBound.milliseconds, moments.upperBound.milliseconds)
    return ["moment BETWEEN \(values.add(.integer(first))) AND \(values.add(.integer(last)))"]
  }
}
