// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite

/// Writes rows of PostgreSQL, as they are now, over those of the embedded schema.
struct MirrorFileWriter {
  private static let keysAtOnce = 2000

  /// The database, in a transaction that reads everything as it was at one moment.
  let source: PostgreSQLTransaction
  let target: Database

  /// Writes the rows of keys: all that go first, so that none that comes meets one that goes.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  func write(_ changes: MirrorChanges) throws {
    let changes = try changes.withCheckValues(ofPhotosIn: target, and: try digests(ofPhotosIn: changes))
    let tables = MirroredFileTable.all.map { (table: $0, keys: changes[$0.subjects]) }
    for (table, keys) in tables.reversed() where !keys.isEmpty {
      let kept = try table.isUpdated ? there(keys, in: table) : []
      let removal = try target[table.removal]
      for key in keys where !kept.contains(key) { try removal.run(key) }
    }
    for (table, keys) in tables where !keys.isEmpty { try add(keys, to: table) }
  }

  private func parts(_ keys: [[RecordValue]], _ body: ([[RecordValue]]) throws -> Void) rethrows {
    for start in stride(from: 0, to: keys.count, by: Self.keysAtOnce) {
      try body(Array(keys[start..<min(start + Self.keysAtOnce, keys.count)]))
    }
  }

  private func there(_ keys: [[RecordValue]], in table: MirroredFileTable) throws -> Set<[RecordValue]> {
    var found: Set<[RecordValue]> = []
    try parts(keys) { part in
      found.formUnion(
        try source.run(table.keys(of: part)).map { (row) throws(PostgreSQLError) in try table.readKey(&row) })
    }
    return found
  }

  private func add(_ keys: [[RecordValue]], to table: MirroredFileTable) throws {
    let insertion = try target[table.insertion]
    try parts(keys) { part in
      let rows = try source.run(table.selection(of: part)).map { (row) throws(PostgreSQLError) in
        var values: [RecordValue] = []
        for column in table.columns { values.append(try RecordValue(&row, column.kind)) }
        return values
      }
      for row in rows { try insertion.run(row) }
    }
  }

  /// The digests that photos have in PostgreSQL whose details have changed.
  private func digests(ofPhotosIn changes: MirrorChanges) throws(PostgreSQLError) -> [[RecordValue]] {
    try source.run(
      PostgreSQLStatement(
        """
        SELECT digest FROM photo_detail WHERE photo = ANY($1) UNION SELECT digest FROM variant WHERE photo = ANY($1)
        """, .integers(changes.numbers(0, .detail)))
    ).map { (row) throws(PostgreSQLError) in [try RecordValue(&row, .bytes)] }
  }

  /// Writes the numbers that are given last, and those that the embedded schema keeps of all photos.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  func writeNumbers(_ changes: MirrorChanges) throws {
    try RecordExport.copySequences(from: source, to: target)
    for mark in RecordMapping.embeddedMarks {
      // How far an id is ahead is only ever found to be more.
      let isLead = mark.name == "photo-id-lead"
      let statement = PostgreSQLStatement(
        isLead ? "\(mark.query) WHERE photo.number = ANY($1)" : mark.query,
        isLead ? [.integers(changes.numbers(0, .photo, .detail))] : [])
      let value = try source.run(statement).first { (row) throws(PostgreSQLError) in try row.optionalInteger() } ?? nil
      if let value {
        try target[isLead ? .raiseNumber : .keepNumber].run(mark.name, value)
      } else if !isLead {
        try target[.forgetNumber].run(mark.name)
      }
    }
  }
}

extension SQL {
  fileprivate static let keepNumber = SQL("INSERT OR REPLACE INTO installation (name, value) VALUES (?1, ?2)")
  fileprivate static let raiseNumber = SQL(
    """
    INSERT INTO installation (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
    """)
  fileprivate static let forgetNumber = SQL("DELETE FROM installation WHERE name = ?1")
}
