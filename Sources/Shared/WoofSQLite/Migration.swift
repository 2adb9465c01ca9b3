// SPDX-License-Identifier: Apache-2.0

/// A step from one version of a schema to the next. What has been released is never edited: a change of the schema is
/// a new migration.
package struct Migration: Sendable {
  /// The version that the database has after it; the first is 1.
  package let version: Int
  /// The statements.
  package let script: String

  /// Makes a migration to a version.
  package init(version: Int, script: String) {
    self.version = version
    self.script = script
  }
}

/// A database whose schema is not the one that is needed.
package enum SchemaMismatch: Error, Hashable, Sendable {
  /// The database has an older version than is needed, and nothing may change.
  case older(Int, expected: Int)
  /// The database has a version that is newer than all that are known.
  case newer(Int, expected: Int)
}

extension Database {
  /// The version of the schema; 0 in a new database.
  package func schemaVersion() throws(SQLiteError) -> Int {
    try self[.schemaVersion].first { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  /// Brings the schema up to date, each migration in a transaction of its own.
  ///
  /// - Parameters:
  ///   - migrations: All migrations, the oldest first.
  ///   - mayChange: `true` if migrations may run; otherwise an older schema is refused.
  /// - Throws: ``SchemaMismatch``, ``SQLiteError``.
  package func migrate(by migrations: [Migration], mayChange: Bool) throws {
    let newest = migrations.last?.version ?? 0
    var version = try schemaVersion()
    for migration in migrations where version < migration.version {
      guard mayChange else { throw SchemaMismatch.older(version, expected: newest) }
      try run(migration)
      version = try schemaVersion()
    }
    guard version <= newest else { throw SchemaMismatch.newer(version, expected: newest) }
  }

  private func run(_ migration: Migration) throws(SQLiteError) {
    do {
      try self[.beginWriting].run()
      // Another process may have run it while this one waited for the lock.
      if try schemaVersion() < migration.version {
        try execute(migration.script)
        try execute("PRAGMA user_version = \(migration.version)")
      }
      try self[.commit].run()
    } catch {
      rollBack()
      throw error
    }
  }
}

extension SQL {
  fileprivate static let schemaVersion = SQL("PRAGMA user_version")
}
