// SPDX-License-Identifier: Apache-2.0

/// A step from one version of the schema to the next. What has been released is never edited: a change of the schema is
/// a new migration.
struct Migration: Sendable {
  /// The version that the database has after it; the first is 1.
  let version: Int
  /// The statements.
  let script: String
}

extension Database {
  /// The version of the schema; 0 in a new database.
  func schemaVersion() throws(SQLiteError) -> Int {
    try self[.schemaVersion].first { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  /// Brings the schema up to date, each migration in a transaction of its own.
  ///
  /// - Parameter mayChange: `true` if migrations may run; otherwise an older schema is refused.
  /// - Throws: ``StorageError`` with the code `newer-schema`, or `older-schema` where nothing may change.
  func migrate(by migrations: [Migration] = Schema.migrations, mayChange: Bool) throws {
    let newest = migrations.last?.version ?? 0
    for migration in migrations where try schemaVersion() < migration.version {
      guard mayChange else { throw StorageError.olderSchema(try schemaVersion(), expected: newest) }
      try run(migration)
    }
    let version = try schemaVersion()
    guard version <= newest else { throw StorageError.newerSchema(version, expected: newest) }
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
  static let schemaVersion = SQL("PRAGMA user_version")
}
