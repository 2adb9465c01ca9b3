// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: TimelineStore {
  /// Returns the months of a timeline, the latest first; those without photos are left out.
  package func months(of view: TimelineView) async throws -> [TimelineMonth] {
    guard let statement = TimelineSQL.months(of: view) else { return [] }
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        (moment: try row.timestamp(), ratio: try row.ratio(), count: try row.count())
      }
    }
    var months: [CivilMonth: TimelineMonth] = [:]
    for (moment, ratio, count) in found {
      let month = CivilMonth(of: moment)
      months[month, default: TimelineMonth(month: month, count: 0, ratioSum: 0)].count += count
      months[month]?.ratioSum += Double(count) * ratio.value
    }
    return months.values.sorted { $0.month > $1.month }
  }

  /// Returns the aspect ratio of each photo of a timeline, as its byte, in the order of the timeline.
  package func ratios(of view: TimelineView) async throws -> [UInt8] {
    guard let statement = TimelineSQL.ratios(of: view) else { return [] }
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.optionalBytes() } ?? nil
    } ?? []
  }

  /// Returns photos of a month, in the order of the timeline.
  package func part(_ query: TimelineQuery) async throws -> TimelinePart {
    var part = TimelinePart(count: 0, entries: [])
    guard let statement = TimelineSQL.part(query) else { return part }
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) -> (count: Int, entry: TimelinePart.Entry?) in
        let count = try row.count()
        guard let id = try row.optionalBytes() else { return (count, nil) }
        let ratio = try row.ratio()
        return (
          count,
          TimelinePart.Entry(
            id: try row.whole(PhotoID(columnBytes: id)), ratio: ratio, averageColour: try row.optionalText())
        )
      }
    }
    part.count = found.first?.count ?? 0
    part.entries = found.compactMap(\.entry)
    return part
  }
}

extension PostgreSQLRow {
  /// Reads an aspect ratio.
  fileprivate mutating func ratio() throws(PostgreSQLError) -> AspectRatio {
    AspectRatio(byte: try whole(try bytes().first))
  }
}
