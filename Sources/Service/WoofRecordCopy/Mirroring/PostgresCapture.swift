// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofStorage

/// The triggers and the journal by which PostgreSQL notes which rows change, whichever node changes them.
///
/// An entry may come to be seen later than others with higher numbers, as its transaction ends later. So exactly those entries are
/// forgotten that were read.
struct PostgresCapture {
  private static let entriesAtOnce = 10_000
  /// The most attempts to close a database that nodes write to.
  private static let closingLimit = 10

  let settings: PostgreSQLSettings

  /// What was read of the journal.
  struct Reading {
    /// The keys of what has changed.
    var changes = MirrorChanges()
    /// The numbers of the entries.
    var entries: [Int64] = []
  }

  /// Begins to note changes, under a mark that is there when all of them are noted.
  ///
  /// Each table has its triggers in a transaction of its own, which waits for those that write to that table and makes others wait
  /// no longer than that.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  func install(mark: [UInt8]) throws(PostgreSQLError) {
    try remove()
    try write { (transaction) throws(PostgreSQLError) in try transaction.run(Self.journal) }
    for table in CapturedTable.postgres {
      try write { (transaction) throws(PostgreSQLError) in try Self.addTriggers(to: table, in: transaction) }
    }
    try write { (transaction) throws(PostgreSQLError) in try MoveMark.keep(mark, as: .source, in: transaction) }
  }

  /// Begins to note changes within a transaction, in a database that nobody else writes to.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func install(mark: [UInt8], in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    try remove(in: transaction)
    try transaction.run(journal)
    for table in CapturedTable.postgres { try addTriggers(to: table, in: transaction) }
    try MoveMark.keep(mark, as: .source, in: transaction)
  }

  /// Leaves the schema as it was before ``install(mark:)``.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  func remove() throws(PostgreSQLError) {
    var names: Set<String> = []
    try write { (transaction) throws(PostgreSQLError) in
      try Self.removeMarks(in: transaction)
      names = try Set(Self.triggers(in: transaction))
    }
    // Where there are no triggers, nobody is made to wait.
    for table in CapturedTable.postgres where !names.isDisjoint(with: Self.events.map { Self.name(table, $0) }) {
      try write { (transaction) throws(PostgreSQLError) in try Self.removeTriggers(of: table, in: transaction) }
    }
    try write { (transaction) throws(PostgreSQLError) in try Self.removeJournal(in: transaction) }
  }

  /// Leaves the schema as it was before, within a transaction, in a database that nobody else writes to.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func remove(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    try removeMarks(in: transaction)
    for table in CapturedTable.postgres { try removeTriggers(of: table, in: transaction) }
    try removeJournal(in: transaction)
  }

  private static func removeMarks(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    for side in [MoveMark.Side.source, .closed] { try MoveMark.remove(as: side, in: transaction) }
  }

  private static func removeTriggers(
    of table: CapturedTable, in transaction: PostgreSQLTransaction
  ) throws(PostgreSQLError) {
    for event in events { try transaction.run("DROP TRIGGER IF EXISTS \(name(table, event)) ON \(table.name)") }
  }

  private static func removeJournal(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    for table in CapturedTable.postgres { try transaction.run("DROP FUNCTION IF EXISTS \(function(of: table))") }
    try transaction.run("DROP TABLE IF EXISTS moved_row")
  }

  /// Lets nobody write any more but moves; reading goes on. When this has returned, whatever was written before has been noted.
  ///
  /// It keeps the mark of the copy, by which the side is known that has everything.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``; writing goes on then.
  func close() throws(PostgreSQLError) {
    var attemptCount = 0
    while true {
      do throws(PostgreSQLError) {
        return try write { (transaction) throws(PostgreSQLError) in
          // Who writes ends first; who comes then finds the new functions.
          let names = CapturedTable.postgres.map(\.name).joined(separator: ", ")
          try transaction.run("LOCK TABLE \(names) IN SHARE MODE")
          for table in CapturedTable.postgres { try transaction.run(Self.refusing(table)) }
          if let mark = try MoveMark.read(as: .source, in: transaction) {
            try MoveMark.keep(mark, as: .closed, in: transaction)
          }
        }
      } catch {
        // Of two that wait for each other, the server may have stopped this one.
        attemptCount += 1
        guard error.code == .transient, attemptCount < Self.closingLimit else { throw error }
      }
    }
  }

  /// Lets everybody write again, after ``close()``.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  func open() throws(PostgreSQLError) {
    try write { (transaction) throws(PostgreSQLError) in
      for table in CapturedTable.postgres { try transaction.run(Self.noting(table)) }
      try MoveMark.remove(as: .closed, in: transaction)
    }
  }

  /// Lets a transaction write to a database that is closed.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func pass(_ transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    try transaction.run("SET LOCAL woof.moving = 'yes'")
  }

  /// The mark under which changes are noted; `nil` where they are not.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged` where a trigger is missing, so that something may have been
  ///   missed; ``WoofPostgreSQL/PostgreSQLError``.
  static func mark(in transaction: PostgreSQLTransaction) throws -> [UInt8]? {
    guard let mark = try MoveMark.read(as: .source, in: transaction) else { return nil }
    let expected = CapturedTable.postgres.flatMap { table in events.map { name(table, $0) } }
    guard try Set(triggers(in: transaction)) == Set(expected) else {
      throw StorageError(.damaged, "changes have not been noted all the time; abandon the move, and begin again")
    }
    return mark
  }

  /// Reads everything that a transaction sees.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  static func read(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) -> Reading {
    var reading = Reading()
    try transaction.run("DECLARE noted NO SCROLL CURSOR FOR SELECT number FROM moved_row")
    while case let rows = try transaction.run("FETCH FORWARD \(entriesAtOnce) FROM noted"), rows.count > 0 {
      reading.entries += try rows.map { (row) throws(PostgreSQLError) in try row.integer() }
    }
    try transaction.run("CLOSE noted")
    try transaction.run(
      "DECLARE noted NO SCROLL CURSOR FOR SELECT DISTINCT subject, first_number, second_number, bytes, text FROM moved_row"
    )
    while case let rows = try transaction.run("FETCH FORWARD \(entriesAtOnce) FROM noted"), rows.count > 0 {
      _ = try rows.map { (row) throws(PostgreSQLError) in
        let subject = try row.text()
        let numbers = [try RecordValue(&row, .integer), try RecordValue(&row, .integer)]
        let (bytes, text) = (try RecordValue(&row, .bytes), try RecordValue(&row, .text))
        reading.changes.note(numbers, bytes, text, of: subject)
      }
    }
    try transaction.run("CLOSE noted")
    return reading
  }

  /// Forgets entries that were read.
  ///
  /// - Returns: The number of those that are left.
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  func forget(_ entries: [Int64]) throws(PostgreSQLError) -> Int {
    var left: Int64 = 0
    try write { (transaction) throws(PostgreSQLError) in
      for start in stride(from: 0, to: entries.count, by: Self.entriesAtOnce) {
        let part = Array(entries[start..<min(start + Self.entriesAtOnce, entries.count)])
        try transaction.run(PostgreSQLStatement("DELETE FROM moved_row WHERE number = ANY($1)", .integers(part)))
      }
      left =
        try transaction.run("SELECT count(*) FROM moved_row")
        .first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
    }
    return Int(left)
  }

  private func write(_ body: (PostgreSQLTransaction) throws(PostgreSQLError) -> Void) throws(PostgreSQLError) {
    let transaction = try PostgreSQLTransaction(settings, .writing)
    // Who waits for a table makes all others wait behind it.
    try transaction.run("SET LOCAL lock_timeout = '10s'")
    try body(transaction)
    try transaction.commit()
  }

  private static func triggers(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) -> [String] {
    try transaction.run(
      """
      SELECT tgname::text FROM pg_trigger
      WHERE starts_with(tgname::text, 'moved_row_of_') AND tgenabled <> 'D' AND pg_table_is_visible(tgrelid)
      """
    ).map { (row) throws(PostgreSQLError) in try row.text() }
  }

  // MARK: The schema

  private static let journal = """
    CREATE TABLE moved_row (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subject text NOT NULL,
      first_number int8,
      second_number int8,
      bytes bytea,
      text text
    )
    """

  private static let events = ["INSERT", "UPDATE", "DELETE"]

  private static func name(_ table: CapturedTable, _ event: String) -> String {
    "moved_row_of_\(table.name)_\(event.lowercased())"
  }

  private static func function(of table: CapturedTable) -> String { "moved_row_of_\(table.name)()" }

  private static func addTriggers(
    to table: CapturedTable, in transaction: PostgreSQLTransaction
  ) throws(PostgreSQLError) {
    try transaction.run(noting(table))
    let transitions = ["INSERT": "NEW TABLE AS came", "DELETE": "OLD TABLE AS gone"]
    for event in events {
      try transaction.run(
        """
        CREATE TRIGGER \(name(table, event)) AFTER \(event) ON \(table.name)
        REFERENCING \(transitions[event] ?? "NEW TABLE AS came OLD TABLE AS gone")
        FOR EACH STATEMENT EXECUTE FUNCTION \(function(of: table))
        """)
    }
  }

  // One call for a statement, whatever the number of its rows. A row whose key changes has left its old place.
  private static func noting(_ table: CapturedTable) -> String {
    let places = table.subject.places.joined(separator: ", ")
    let columns = table.columns.joined(separator: ", ")
    func note(_ rows: String) -> String {
      "INSERT INTO moved_row (subject, \(places)) SELECT '\(table.subject.name)', \(columns) FROM \(rows);"
    }
    return """
      CREATE OR REPLACE FUNCTION \(function(of: table)) RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN \(note("came"))
        ELSIF TG_OP = 'DELETE' THEN \(note("gone"))
        ELSE \(note("(SELECT \(columns) FROM came UNION SELECT \(columns) FROM gone) AS changed"))
        END IF;
        RETURN NULL;
      END $$
      """
  }

  // As a server does that is for reading only, which nodes know how to tell their clients.
  private static func refusing(_ table: CapturedTable) -> String {
    """
    CREATE OR REPLACE FUNCTION \(function(of: table)) RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('woof.moving', true) IS DISTINCT FROM 'yes' THEN
        RAISE EXCEPTION 'the records are moved into a data folder' USING ERRCODE = 'read_only_sql_transaction';
      END IF;
      RETURN NULL;
    END $$
    """
  }
}
