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
      try write { (transaction) throws(PostgreSQLError) in
        for statement in Self.installation(of: table) { try transaction.run(statement) }
      }
    }
    try write { (transaction) throws(PostgreSQLError) in try MoveMark.keep(mark, as: .source, in: transaction) }
  }

  /// Leaves the schema as it was before ``install(mark:)``.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  func remove() throws(PostgreSQLError) {
    try write { (transaction) throws(PostgreSQLError) in try MoveMark.remove(as: .source, in: transaction) }
    for table in CapturedTable.postgres {
      try write { (transaction) throws(PostgreSQLError) in
        // Where there are none, nobody is made to wait.
        guard try !Self.triggers(in: transaction, of: table.name).isEmpty else { return }
        for event in Self.events {
          try transaction.run("DROP TRIGGER IF EXISTS \(Self.name(table, event)) ON \(table.name)")
        }
      }
      try write { (transaction) throws(PostgreSQLError) in
        try transaction.run("DROP FUNCTION IF EXISTS moved_row_of_\(table.name)()")
      }
    }
    try write { (transaction) throws(PostgreSQLError) in try transaction.run("DROP TABLE IF EXISTS moved_row") }
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

  private static func triggers(
    in transaction: PostgreSQLTransaction, of table: String? = nil
  ) throws(PostgreSQLError) -> [String] {
    try transaction.run(
      PostgreSQLStatement(
        """
        SELECT tgname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE starts_with(tgname::text, 'moved_row_of_') AND tgenabled <> 'D' AND ($1::text IS NULL OR relname = $1)
          AND pg_table_is_visible(tgrelid)
        """, .text(table))
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

  // One call for a statement, whatever the number of its rows. A row whose key changes has left its old place.
  private static func installation(of table: CapturedTable) -> [String] {
    let places = table.subject.places.joined(separator: ", ")
    let columns = table.columns.joined(separator: ", ")
    func note(_ rows: String) -> String {
      "INSERT INTO moved_row (subject, \(places)) SELECT '\(table.subject.name)', \(columns) FROM \(rows);"
    }
    let function = """
      CREATE FUNCTION moved_row_of_\(table.name)() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN \(note("came"))
        ELSIF TG_OP = 'DELETE' THEN \(note("gone"))
        ELSE \(note("(SELECT \(columns) FROM came UNION SELECT \(columns) FROM gone) AS changed"))
        END IF;
        RETURN NULL;
      END $$
      """
    let transitions = ["INSERT": "NEW TABLE AS came", "DELETE": "OLD TABLE AS gone"]
    return [function]
      + events.map { event in
        """
        CREATE TRIGGER \(name(table, event)) AFTER \(event) ON \(table.name)
        REFERENCING \(transitions[event] ?? "NEW TABLE AS came OLD TABLE AS gone")
        FOR EACH STATEMENT EXECUTE FUNCTION moved_row_of_\(table.name)()
        """
      }
  }
}
