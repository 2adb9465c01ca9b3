// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgresStorage
internal import WoofSQLite
internal import WoofStorage

/// The triggers and the journal by which the embedded schema notes which rows change, whoever changes them.
///
/// There is one writer at a time, so that no entry comes to be seen with a lower number than one that was read.
struct EmbeddedCapture {
  /// The entries that are forgotten in one transaction, which keeps others from writing.
  private static let entriesAtOnce: Int64 = 20_000

  let database: Database

  /// Begins to note changes, or goes on with it under a new mark.
  ///
  /// - Throws: `SQLiteError`.
  func install(mark: [UInt8]) throws(SQLiteError) {
    try database.transact { () throws(SQLiteError) in
      try drop()
      try database.execute(Self.journal)
      for trigger in Self.triggers { try database.execute(trigger.text) }
      try MoveMark.keep(mark, as: .source, in: database)
    }
  }

  /// Leaves the schema as it was before ``install(mark:)``.
  ///
  /// - Parameter mark: The mark under which the other side notes its changes, of which these records are the copy from now on; `nil`
  ///   by default, where they are none.
  /// - Throws: `SQLiteError`.
  func remove(following mark: [UInt8]? = nil) throws(SQLiteError) {
    try database.transact { () throws(SQLiteError) in
      try drop()
      if let mark { try MoveMark.keep(mark, as: .target, in: database) }
    }
  }

  private func drop() throws(SQLiteError) {
    let names = try database[.triggers].all { (columns) throws(SQLiteError) in try columns.next(String.self) }
    for name in names { try database.execute("DROP TRIGGER \(name)") }
    try database.execute("DROP TABLE IF EXISTS moved_row")
    try MoveMark.remove(as: .source, in: database)
  }

  /// The mark under which changes are noted; `nil` where they are not.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged` where a trigger is missing, so that something may have been
  ///   missed; `SQLiteError`.
  func mark() throws -> [UInt8]? {
    guard let mark = try MoveMark.read(as: .source, in: database) else { return nil }
    let found = try database[.triggerTexts].all { (columns) throws(SQLiteError) in try columns.next(String.self) }
    guard Set(found) == Set(Self.triggers.map(\.text)) else {
      throw StorageError(.damaged, "changes have not been noted all the time; abandon the move, and begin again")
    }
    return mark
  }

  /// Reads the keys of what has changed, and the number of the newest entry.
  ///
  /// - Throws: `SQLiteError`.
  func changes() throws(SQLiteError) -> (changes: MirrorChanges, newest: Int64) {
    var changes = MirrorChanges()
    try database[.entries].rows { (columns) throws(SQLiteError) in
      let name = try columns.next(String.self)
      let numbers = [try RecordValue(&columns, .integer), try RecordValue(&columns, .integer)]
      let (bytes, text) = (try RecordValue(&columns, .bytes), try RecordValue(&columns, .text))
      changes.note(numbers, bytes, text, of: name)
      return true
    }
    let newest = try database[.newestEntry].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    return (changes, newest ?? 0)
  }

  /// Forgets entries that were read.
  ///
  /// - Throws: `SQLiteError`.
  func forget(upTo newest: Int64) throws(SQLiteError) {
    var isDone = false
    while !isDone {
      let before = database.changeCount
      try database[.forget].run(newest, Self.entriesAtOnce)
      isDone = database.changeCount == before
    }
  }

  /// The number of entries, and that of batches of favourites that are not in the tables yet.
  ///
  /// - Throws: `SQLiteError`.
  func left() throws(SQLiteError) -> (entries: Int64, pending: Int64) {
    try database[.left].first { (columns) throws(SQLiteError) in (try columns.next(), try columns.next()) } ?? (0, 0)
  }

  // MARK: The schema

  private static let journal = """
    CREATE TABLE moved_row (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      subject TEXT NOT NULL,
      first_number INTEGER,
      second_number INTEGER,
      bytes BLOB,
      text TEXT
    ) STRICT
    """

  /// The triggers of all tables, with their names.
  static let triggers: [(name: String, text: String)] = CapturedTable.embedded.flatMap { table in
    [
      trigger(of: table, "added", "AFTER INSERT", [note(table, "NEW")]),
      trigger(of: table, "removed", "AFTER DELETE", [note(table, "OLD")]),
      // A row whose key changes has left its old place.
      trigger(of: table, "changed", "AFTER UPDATE", [note(table, "NEW"), noteMoved(table)]),
    ]
  }

  private static func trigger(
    of table: CapturedTable, _ word: String, _ event: String, _ statements: [String]
  ) -> (name: String, text: String) {
    let name = "moved_row_of_\(table.name)_\(word)"
    return (name, "CREATE TRIGGER \(name) \(event) ON \(table.name) BEGIN \(statements.joined(separator: " ")) END")
  }

  private static func columns(_ table: CapturedTable) -> String { table.subject.places.joined(separator: ", ") }

  private static func values(_ table: CapturedTable, _ row: String) -> String {
    table.columns.map { "\(row).\($0)" }.joined(separator: ", ")
  }

  private static func note(_ table: CapturedTable, _ row: String) -> String {
    "INSERT INTO moved_row (subject, \(columns(table))) VALUES ('\(table.subject.name)', \(values(table, row)));"
  }

  private static func noteMoved(_ table: CapturedTable) -> String {
    let (old, new) = (values(table, "OLD"), values(table, "NEW"))
    return """
      INSERT INTO moved_row (subject, \(columns(table)))
        SELECT '\(table.subject.name)', \(old) WHERE (\(old)) IS NOT (\(new));
      """
  }
}

extension Database {
  /// Runs statements in a transaction that writes.
  ///
  /// - Throws: `SQLiteError`; nothing is done then.
  func transact<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    do throws(SQLiteError) {
      try self[.beginWriting].run()
      let result = try body()
      try self[.commit].run()
      return result
    } catch {
      rollBack()
      throw error
    }
  }
}

extension SQL {
  fileprivate static let triggers = SQL(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'moved_row_of_*'")
  fileprivate static let triggerTexts = SQL(
    "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'moved_row_of_*'")
  fileprivate static let entries = SQL(
    """
    SELECT DISTINCT subject, first_number, second_number, bytes, text FROM moved_row
    ORDER BY subject, first_number, second_number, bytes, text
    """)
  fileprivate static let newestEntry = SQL("SELECT ifnull(max(number), 0) FROM moved_row")
  fileprivate static let forget = SQL(
    "DELETE FROM moved_row WHERE number <= min(?1, (SELECT min(number) FROM moved_row) + ?2 - 1)")
  fileprivate static let left = SQL(
    "SELECT (SELECT count(*) FROM moved_row), (SELECT count(*) FROM favourite_journal)")
}
