// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofSQLite
package import WoofStorage

/// Copies records from the embedded schema into an empty database of PostgreSQL, with all numbers, ids and times.
///
/// All of it is one transaction, during which nobody else sees or changes anything: where it breaks off, the database is as empty as
/// before.
package struct RecordImport {
  /// The most rows, and about the most bytes, that one statement adds.
  private static let (rowsAtOnce, bytesAtOnce) = (2000, 4 << 20)

  private let settings: PostgreSQLSettings

  /// Makes a copy into a database.
  package init(into settings: PostgreSQLSettings) { self.settings = settings }

  /// Brings the schema up to date, and makes sure that there is nothing yet. ``run(_:keepsSecret:progress:)`` does that again,
  /// when nobody can come between.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `not-empty` or `in-use`; ``WoofPostgreSQL/PostgreSQLError``.
  package func prepare() async throws {
    let pool = try PostgreSQLPool(settings)
    defer { pool.close() }
    try await pool.migrate(by: PostgresSchema.migrations)
    try Self.takeOver(try PostgreSQLTransaction(settings, .writing))
  }

  /// Copies. Blocks.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - keepsSecret: `false` where the nodes have the secret of the installation from a file, which then is not kept in the database.
  ///   - progress: Is told how far it has come, in rows; stops by throwing.
  /// - Throws: As ``prepare()``; `SQLiteError`, and what `progress` throws. Nothing is copied then. Where the connection is lost at
  ///   the end, ``WoofPostgreSQL/PostgreSQLError`` with the code `outcome-unknown`.
  package func run(
    _ records: RecordFile, keepsSecret: Bool = true, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws {
    try run(records, keepsSecret: keepsSecret, mark: nil, progress: progress)
  }

  /// Copies, and leaves the mark of a move.
  func run(
    _ records: RecordFile, keepsSecret: Bool, mark: [UInt8]?, progress: @escaping StorageProgress.Observer
  ) throws {
    let transaction = try PostgreSQLTransaction(settings, .writing)
    try Self.takeOver(transaction)
    var identity = try RecordIdentity(in: records.database)
    if !keepsSecret { identity.secret = nil }
    // Without rows, so that who looks sums up everything as of the newest change.
    try identity.write(to: transaction, numbersOf: records.database)
    var report = StorageProgress(.copyingRecords)
    for table in RecordMapping.toPostgres {
      let count = try copy(table, from: records.database, to: transaction) { rows in
        report.done += Int64(rows)
        try progress(report)
      }
      try Self.requireAll(count, in: table, transaction)
    }
    try CopiedRecords(in: transaction).deriveRest { try progress(report) }
    if let mark { try MoveMark.keep(mark, as: .target, in: transaction) }
    try transaction.commit()
  }

  private static func takeOver(_ transaction: PostgreSQLTransaction) throws {
    switch try CopiedRecords(in: transaction).takeOver() {
    case .empty: return
    case .holdsRecords:
      throw StorageError(.notEmpty, "the database holds records; a restore goes into an empty database only")
    case .hasNodes:
      throw StorageError(
        .inUse, "a node uses the database, or did so some minutes ago; stop all nodes, and wait for three minutes")
    }
  }

  private func copy(
    _ table: CopiedTable, from database: Database, to transaction: PostgreSQLTransaction,
    note: (_ rowCount: Int) throws -> Void
  ) throws -> Int {
    let statement = try database[SQL(table.query)]
    defer { statement.reset() }
    var (rows, byteCount, total) = ([[RecordValue]](), 0, 0)
    func flush() throws {
      guard !rows.isEmpty else { return }
      let arrays = table.columns.enumerated().map { index, column in
        RecordValue.array(of: rows.map { $0[index] }, column.kind)
      }
      try transaction.run(PostgreSQLStatement(table.insertionOfArrays, arrays))
      total += rows.count
      try note(rows.count)
      (rows, byteCount) = ([], 0)
    }
    while try statement.step() {
      var columns = Columns(of: statement)
      var row: [RecordValue] = []
      for column in table.columns { row.append(try RecordValue(&columns, column.kind)) }
      byteCount += row.reduce(0) { $0 + $1.byteCount }
      rows.append(row)
      if rows.count >= Self.rowsAtOnce || byteCount >= Self.bytesAtOnce { try flush() }
    }
    try flush()
    return total
  }

  private static func requireAll(_ count: Int, in table: CopiedTable, _ transaction: PostgreSQLTransaction) throws {
    let found = try transaction.run("SELECT count(*) FROM \(table.name)")
      .first { (row) throws(PostgreSQLError) in try row.integer() }
    guard found == Int64(count) else {
      throw StorageError(.damaged, "\(count) rows of \(table.name) were copied, and \(found ?? 0) have arrived")
    }
  }
}
