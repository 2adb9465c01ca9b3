// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement of a part of an administrator's search: photos in the order of the search, by what there are indexes for.
struct PhotoSearchSQL {
  private var parameters: [PostgreSQLValue] = []
  private let search: PhotoSearch
  private let owner: AccountID?

  /// The statement of the photos behind a place.
  static func statement(
    _ search: PhotoSearch, owner: AccountID?, after: PhotoSearch.Cursor?, limit: Int
  ) -> PostgreSQLStatement {
    var sql = PhotoSearchSQL(search: search, owner: owner)
    let parts = search.order == .largest ? [sql.byLength(after)] : sql.parts(after)
    let count = sql.add(.integer(Int64(clamping: limit)))
    let order = search.order == .largest ? "rank DESC, number DESC" : "rank DESC, id DESC"
    let lists = parts.map { "(\($0) ORDER BY \(order) LIMIT \(count))" }.joined(separator: " UNION ALL ")
    return PostgreSQLStatement(
      """
      SELECT number, rank, id, type, photo_detail.created_at, caption
      FROM (\(lists)) AS found JOIN photo_detail ON photo_detail.photo = found.number
      ORDER BY \(order) LIMIT \(count)
      """, sql.parameters)
  }

  private init(search: PhotoSearch, owner: AccountID?) {
    self.search = search
    self.owner = owner
  }

  private mutating func add(_ value: PostgreSQLValue) -> String {
    parameters.append(value)
    return "$\(parameters.count)"
  }

  private mutating func commonConditions() -> [String] {
    var conditions: [String] = []
    if let owner { conditions.append("owner = \(add(.integer(owner.rawValue)))") }
    if let visibility = search.visibility {
      conditions.append("visibility = \(add(.integer(visibility.columnNumber)))")
    }
    return conditions
  }

  private mutating func parts(_ after: PhotoSearch.Cursor?) -> [String] {
    var parts: [String] = []
    if search.state != .deleted {
      // The index by favourites is in two parts, of which the smaller leaves out what everybody sees.
      let shares = search.order == .popular ? ["visibility = 0", "visibility <> 0"] : ["true"]
      for share in shares { parts.append(live(share, after)) }
    }
    if search.state != .live { parts.append(deleted(after)) }
    return parts
  }

  private mutating func live(_ share: String, _ after: PhotoSearch.Cursor?) -> String {
    var conditions = ["NOT is_deleted", share] + commonConditions()
    if let after {
      let id = add(.bytes(after.id.columnBytes))
      conditions.append(
        search.order == .popular ? "(favourite_count, id) < (\(add(.integer(after.rank))), \(id))" : "id < \(id)")
    }
    let rank = search.order == .popular ? "favourite_count" : "0::int8"
    return "SELECT number, \(rank) AS rank, id FROM photo WHERE \(conditions.joined(separator: " AND "))"
  }

  /// Deleted photos have no favourites, so behind whatever has some all of them come.
  private mutating func deleted(_ after: PhotoSearch.Cursor?) -> String {
    var conditions = ["restorable_until > \(PostgresSchema.now)"] + commonConditions()
    if let after, after.rank == 0 { conditions.append("kept.id < \(add(.bytes(after.id.columnBytes)))") }
    return """
      SELECT number, 0::int8 AS rank, kept.id FROM restorable_photo AS kept JOIN photo ON photo.number = kept.photo
      WHERE \(conditions.joined(separator: " AND "))
      """
  }

  private mutating func byLength(_ after: PhotoSearch.Cursor?) -> String {
    let isKept = """
      EXISTS (SELECT FROM restorable_photo AS kept WHERE kept.photo = number AND restorable_until > \(PostgresSchema.now))
      """
    var conditions = commonConditions()
    switch search.state {
    case .live: conditions.append("NOT is_deleted")
    case .deleted: conditions.append("is_deleted AND \(isKept)")
    case .all: conditions.append("(NOT is_deleted OR \(isKept))")
    }
    if let after {
      let id = add(.bytes(after.id.columnBytes))
      conditions.append(
        """
        (byte_count, detail.photo) < (\(add(.integer(after.rank))), coalesce((SELECT number FROM photo WHERE id = \(id)), 0))
        """)
    }
    return """
      SELECT number, byte_count AS rank, id FROM photo_detail AS detail JOIN photo ON photo.number = detail.photo
      WHERE \(conditions.joined(separator: " AND "))
      """
  }
}

/// A photo that a search looks at.
struct PhotoSearchRow {
  let number: Int64
  /// The place of the photo in the order of the search.
  let place: PhotoSearch.Cursor
  let type: ImageType
  let createdAt: Timestamp
  let caption: String
}

extension PhotoSearchRow {
  /// Reads a row of ``PhotoSearchSQL``.
  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    number = try row.integer()
    place = PhotoSearch.Cursor(rank: try row.integer(), id: try row.photoID())
    type = try row.whole(ImageType(rawValue: try row.text()))
    createdAt = try row.timestamp()
    caption = try row.text()
  }
}
