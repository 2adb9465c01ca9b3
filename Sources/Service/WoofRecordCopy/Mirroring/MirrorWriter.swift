// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite

/// Writes rows of the embedded schema, as they are now, over those of PostgreSQL.
struct MirrorWriter {
  /// The most rows, and about the most bytes, that one statement writes.
  private static let (rowsAtOnce, bytesAtOnce) = (2000, 4 << 20)

  /// The records, with a transaction that reads them as they were at one moment.
  let source: Database
  let target: PostgreSQLTransaction

  /// Writes the rows of keys: all that go first, so that none that comes meets one that goes.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  func write(_ changes: MirrorChanges) throws {
    let changes = try changes.withCheckValues(ofPhotosIn: source)
    let tables = MirroredTable.all.map { (table: $0, keys: changes[$0.subjects]) }.filter { !$0.keys.isEmpty }
    for (table, keys) in tables.reversed() {
      let keys = try table.way == .replaced ? keys : keys.filter { try !isThere($0, in: table) }
      for start in stride(from: 0, to: keys.count, by: Self.rowsAtOnce) {
        try target.run(table.removal(of: Array(keys[start..<min(start + Self.rowsAtOnce, keys.count)])))
      }
    }
    for (table, keys) in tables { try add(keys, to: table) }
  }

  private func isThere(_ key: [RecordValue], in table: MirroredTable) throws(SQLiteError) -> Bool {
    let selection = try source[table.selection]
    defer { selection.reset() }
    try selection.bind(key)
    return try selection.step()
  }

  private func add(_ keys: [[RecordValue]], to table: MirroredTable) throws {
    let selection = try source[table.selection]
    var (rows, byteCount) = ([[RecordValue]](), 0)
    func flush() throws {
      if !rows.isEmpty { try target.run(table.insertion(of: rows)) }
      (rows, byteCount) = ([], 0)
    }
    for key in keys {
      defer { selection.reset() }
      try selection.bind(key)
      while try selection.step() {
        var columns = Columns(of: selection)
        var row: [RecordValue] = []
        for column in table.table.columns { row.append(try RecordValue(&columns, column.kind)) }
        byteCount += row.reduce(0) { $0 + $1.byteCount }
        rows.append(row)
      }
      if rows.count >= Self.rowsAtOnce || byteCount >= Self.bytesAtOnce { try flush() }
    }
    try flush()
  }

  /// Writes which photos are still to be looked through, of which the embedded schema keeps the first.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  func writeMarks() throws {
    let first =
      try source[.firstUnseen].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) } ?? .max
    let oldFirst =
      try target.run("SELECT coalesce(min(photo), 9223372036854775807) FROM photo_detail WHERE is_unseen")
      .first { (row) throws(PostgreSQLError) in try row.integer() } ?? .max
    try target.run(
      PostgreSQLStatement("UPDATE photo_detail SET is_unseen = false WHERE is_unseen AND photo < $1", .integer(first)))
    guard first < oldFirst else { return }
    try target.run(
      PostgreSQLStatement(
        """
        UPDATE photo_detail SET is_unseen = true FROM photo
        WHERE photo.number = photo_detail.photo AND NOT is_deleted AND NOT is_unseen AND number >= $1 AND number < $2
        """, .integer(first), .integer(oldFirst)))
  }
}

extension SQL {
  fileprivate static let firstUnseen = SQL("SELECT value FROM installation WHERE name = 'first-unseen-photo'")
}
