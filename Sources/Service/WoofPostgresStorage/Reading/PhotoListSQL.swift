// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of lists of photos. Each part of a list is found by an index
/// that holds nothing else, so that no time is spent on photos that the reader may not see.
struct PhotoListSQL {
  /// The values, of which a part of the text adds its own.
  private var parameters: [PostgreSQLValue] = []

  /// The statement of a page.
  static func page(_ query: PhotoQuery, owner: AccountID?) -> PostgreSQLStatement {
    var sql = PhotoListSQL()
    let (rank, order) = columns(of: query.order)
    let bounds = sql.bounds(of: query)
    let limit = sql.add(.integer(Int64(clamping: query.limit)))
    let parts = sql.conditions(of: query.scope, owner: owner).map { condition in
      """
      (SELECT number, \(rank) AS rank, id FROM photo WHERE \(([condition] + bounds).joined(separator: " AND "))
      ORDER BY \(order) LIMIT \(limit))
      """
    }
    return PostgreSQLStatement(
      """
      SELECT photo_record.* FROM (\(parts.joined(separator: " UNION ALL "))) AS found
        JOIN photo_record USING (number)
      ORDER BY found.rank DESC, found.id DESC LIMIT \(limit)
      """, sql.parameters)
  }

  /// The statement of the photos that a reader finds, by id.
  static func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) -> PostgreSQLStatement {
    var sql = PhotoListSQL()
    let start = sql.add(.bytes(id?.columnBytes ?? []))
    let count = sql.add(.integer(Int64(clamping: limit)))
    let conditions =
      switch reader {
      case .everybody: [PhotoAccessSQL.listed]
      case .administrator: ["NOT is_deleted"]
      case .account(let account):
        [PhotoAccessSQL.listed, PhotoAccessSQL.hidden(of: sql.add(.integer(account.rawValue)))]
      }
    let parts = conditions.map { "(SELECT number FROM photo WHERE \($0) AND id > \(start) ORDER BY id LIMIT \(count))" }
    return PostgreSQLStatement(
      """
      SELECT photo_record.* FROM (\(parts.joined(separator: " UNION ALL "))) AS found
        JOIN photo_record USING (number)
      ORDER BY id LIMIT \(count)
      """, sql.parameters)
  }

  private mutating func add(_ value: PostgreSQLValue) -> String {
    parameters.append(value)
    return "$\(parameters.count)"
  }

  private static func columns(of order: PhotoQuery.Order) -> (rank: String, order: String) {
    switch order {
    case .newest: ("0::int8", "id DESC")
    case .popular: ("favourite_count", "favourite_count DESC, id DESC")
    case .taken: ("moment", "moment DESC, id DESC")
    }
  }

  private mutating func conditions(of scope: PhotoQuery.Scope, owner: AccountID?) -> [String] {
    switch scope {
    case .readable(by: nil): [PhotoAccessSQL.listed]
    case .readable(by: let reader?):
      [PhotoAccessSQL.listed, PhotoAccessSQL.hidden(of: add(.integer(reader.rawValue)))]
    case .owned(by: _, let reader):
      if reader == owner {
        [PhotoAccessSQL.owned(by: add(.integer(owner?.rawValue)))]
      } else {
        [PhotoAccessSQL.listed(of: add(.integer(owner?.rawValue)))]
      }
    }
  }

  private mutating func bounds(of query: PhotoQuery) -> [String] {
    var bounds: [String] = []
    if let after = query.after {
      let id = add(.bytes(after.id.columnBytes))
      switch query.order {
      case .newest: bounds.append("id < \(id)")
      case .popular: bounds.append("(favourite_count, id) < (\(add(.integer(after.rank))), \(id))")
      case .taken: bounds.append("(moment, id) < (\(add(.integer(after.rank))), \(id))")
      }
    }
    if let ids = query.ids {
      bounds.append(
        "id BETWEEN \(add(.bytes(ids.lowerBound.columnBytes))) AND \(add(.bytes(ids.upperBound.columnBytes)))")
    }
    if let moments = query.moments {
      bounds.append("moment >= \(add(.integer(moments.lowerBound.milliseconds)))")
      bounds.append("moment < \(add(.integer(moments.upperBound.milliseconds)))")
    }
    return bounds
  }
}
