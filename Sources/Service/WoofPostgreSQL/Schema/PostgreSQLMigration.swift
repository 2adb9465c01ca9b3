// SPDX-License-Identifier: Apache-2.0

/// A step from one version of a schema to the next. What has been released is never edited: a change of the schema is
/// a new migration.
package struct PostgreSQLMigration: Sendable {
  /// The version that the database has after it; the first is 1.
  package let version: Int64
  /// The statements, which run in one transaction.
  package let statements: [String]

  /// Makes a migration to a version.
  package init(version: Int64, _ statements: [String]) {
    self.version = version
    self.statements = statements
  }
}

extension PostgreSQLPool {
  /// The advisory lock under which schemas change: "woof" in ASCII.
  private static let lock: Int64 = 0x776F_6F66
  /// The number of times that somebody else may be found to have done the next step.
  private static let attemptLimit = 1000

  /// Brings the schema up to date, each migration in a transaction of its own under an advisory lock, so that any number of nodes
  /// may start at once. Where a connection is lost on the way, the database is read to find out how far it came.
  ///
  /// - Parameter migrations: All migrations, the oldest first.
  /// - Throws: ``PostgreSQLError``, with the code `newer-schema` where the database has a version that is newer than all that
  ///   are known.
  package func migrate(by migrations: [PostgreSQLMigration]) async throws {
    let newest = migrations.last?.version ?? 0
    for _ in 0..<Self.attemptLimit {
      let version = try await schemaVersion()
      guard version <= newest else { throw PostgreSQLError.newerSchema(version, expected: newest) }
      guard let next = migrations.first(where: { $0.version > version }) else { return }
      do {
        try await run(next)
      } catch let error as PostgreSQLError where error.code == .constraint && error.statement == 1 {
        // Another node has run it.
      } catch let error as PostgreSQLError where error.code == .outcomeUnknown {
        // The version tells.
      }
    }
    throw PostgreSQLError(.unreachable, "the schema could not be brought up to date")
  }

  /// The version of the schema; 0 in a new database.
  ///
  /// - Throws: ``PostgreSQLError``.
  package func schemaVersion() async throws -> Int64 {
    let isThere = try await read(PostgreSQLStatement("SELECT to_regclass('woof_schema') IS NOT NULL"))
      .first { (row) throws(PostgreSQLError) in try row.boolean() }
    if isThere != true {
      let table = "CREATE TABLE IF NOT EXISTS woof_schema (version int8 PRIMARY KEY)"
      _ = try await run(
        .writing([Self.takeLock, PostgreSQLStatement(table)]), retryingAs: true)
    }
    return try await read(PostgreSQLStatement("SELECT coalesce(max(version), 0) FROM woof_schema"))
      .first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
  }

  private func run(_ migration: PostgreSQLMigration) async throws {
    // The second statement fails where the version is there already.
    let note = PostgreSQLStatement("INSERT INTO woof_schema (version) VALUES ($1)", .integer(migration.version))
    _ = try await run(
      .writing([Self.takeLock, note] + migration.statements.map { PostgreSQLStatement($0) }), deadline: nil)
  }

  private static var takeLock: PostgreSQLStatement {
    PostgreSQLStatement("SELECT pg_advisory_xact_lock($1)", .integer(lock))
  }
}

extension PostgreSQLError {
  fileprivate static func newerSchema(_ version: Int64, expected: Int64) -> PostgreSQLError {
    PostgreSQLError(
      .newerSchema,
      "the database has schema \(version), this release knows up to \(expected); use the release that wrote it, or newer"
    )
  }
}
