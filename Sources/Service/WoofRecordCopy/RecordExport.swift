// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofSQLite
package import WoofStorage

/// Copies records from PostgreSQL into a file of the embedded schema, with all numbers, ids and times, as they are at one moment,
/// while nodes run or not.
package struct RecordExport {
  /// The rows that are fetched at once.
  private static let rowsAtOnce = 1000

  private let settings: PostgreSQLSettings
  private let secret: [UInt8]?

  /// Makes a copy of a database.
  ///
  /// - Parameter secret: The secret of the installation, where a file keeps it.
  package init(of settings: PostgreSQLSettings, secret: [UInt8]? = nil) {
    self.settings = settings
    self.secret = secret
  }

  /// Copies into a file without records. Blocks.
  ///
  /// - Parameter progress: Is told how far it has come, in rows; stops by throwing.
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``; ``WoofStorage/StorageError`` with the code `older-schema`, `newer-schema`, `no-store`
  ///   where there is no installation, or `damaged` where no file was given and one keeps the secret; `SQLiteError`, and what
  ///   `progress` throws. The file is to be thrown away then.
  package func run(
    into records: RecordFile, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws {
    try run(into: records, mark: nil, progress: progress)
  }

  /// Copies, and leaves the mark of a move.
  func run(into records: RecordFile, mark: [UInt8]?, progress: @escaping StorageProgress.Observer) throws {
    let transaction = try PostgreSQLTransaction(settings, .snapshot)
    try Self.requireSchema(transaction)
    let identity = try RecordIdentity(in: transaction)
    let secret = try identity.requireSecret(secret)
    let database = records.database
    do {
      try database[.beginWriting].run()
      try identity.write(secret: secret, to: database)
      var report = StorageProgress(.copyingRecords)
      for table in RecordMapping.toEmbedded {
        try copy(table, from: transaction, to: database) { rows in
          report.done += Int64(rows)
          try progress(report)
        }
      }
      try copyNumbers(from: transaction, to: database)
      try records.deriveRest()
      if let mark { try MoveMark.keep(mark, as: .target, in: database) }
      try database[.commit].run()
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Makes sure that a database has the newest schema.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `no-store`, `older-schema` or `newer-schema`;
  ///   ``WoofPostgreSQL/PostgreSQLError``.
  static func requireSchema(_ transaction: PostgreSQLTransaction) throws {
    let isThere = try transaction.run("SELECT to_regclass('woof_schema') IS NOT NULL")
      .first { (row) throws(PostgreSQLError) in try row.boolean() }
    guard isThere == true else {
      throw StorageError(.noStore, "the database holds no records; start the service once, or name another one")
    }
    let version =
      try transaction.run("SELECT coalesce(max(version), 0) FROM woof_schema")
      .first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
    let newest = PostgresSchema.migrations.last?.version ?? 0
    guard version == newest else {
      throw StorageError(
        version < newest ? .olderSchema : .newerSchema,
        "the database has schema \(version), this release needs \(newest); use the release of the nodes")
    }
  }

  private func copy(
    _ table: CopiedTable, from transaction: PostgreSQLTransaction, to database: Database,
    note: (_ rowCount: Int) throws -> Void
  ) throws {
    let insertion = try database[SQL(table.insertionOfRow)]
    try transaction.run("DECLARE copied NO SCROLL CURSOR FOR \(table.query)")
    while case let rows = try transaction.run("FETCH FORWARD \(Self.rowsAtOnce) FROM copied"), rows.count > 0 {
      let values = try rows.map { (row) throws(PostgreSQLError) in
        var values: [RecordValue] = []
        for column in table.columns { values.append(try RecordValue(&row, column.kind)) }
        return values
      }
      for row in values { try insertion.run(row) }
      try note(rows.count)
    }
    try transaction.run("CLOSE copied")
  }

  private func copyNumbers(from transaction: PostgreSQLTransaction, to database: Database) throws {
    try Self.copySequences(from: transaction, to: database)
    for number in RecordMapping.embeddedMarks {
      let value =
        try transaction.run(number.query)
        .first { (row) throws(PostgreSQLError) in try row.optionalInteger() } ?? nil
      guard let value else { continue }
      try database[SQL("INSERT INTO installation (name, value) VALUES (?1, ?2)")].run(number.name, value)
    }
  }

  /// Copies the numbers that are given last.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  static func copySequences(from transaction: PostgreSQLTransaction, to database: Database) throws {
    for numbers in RecordMapping.embeddedNumbers {
      let newest =
        try transaction.run("SELECT coalesce(\(numbers.newest), 0)")
        .first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
      try database[SQL("DELETE FROM sqlite_sequence WHERE name = ?1")].run(numbers.table)
      try database[SQL("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)")].run(numbers.table, newest)
    }
  }
}
