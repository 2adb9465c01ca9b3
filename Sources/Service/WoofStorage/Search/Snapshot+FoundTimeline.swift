// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The rows of the photos that a search by words finds.
  func rows(
    of text: SearchText, in indexes: [SearchIndex], _ moments: ClosedRange<Timestamp>
  ) throws(SQLiteError) -> [TimelineRow] {
    var rows: [TimelineRow] = []
    for index in indexes {
      try index.places(text, in: moments, in: database) { (columns) throws(SQLiteError) in
        rows.append(try TimelineRow(&columns))
        return true
      }
    }
    rows.sort(by: TimelineRow.precedes)
    guard indexes.count > 1 else { return rows }
    // An own photo that is public stands in both.
    var last: Int64?
    return rows.filter { row in
      defer { last = row.number }
      return row.number != last
    }
  }
}
