// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The settings of a connection.
struct DatabaseSettings: Sendable {
  /// The size of the connection's page cache in bytes; at least 64 KiB are used.
  var cacheByteCount: Int
  /// The time for which a statement waits for another process's lock, in whole seconds.
  var busyTimeout: Duration
  /// `true` if writing is refused.
  var isReadOnly = false
  /// `true` for a copy that nobody else uses, whose single file is made safe by whoever makes it.
  var isPrivateCopy = false
  /// The name of a registered VFS (sqlite.org/vfs.html); `nil` for the system's files.
  var fileSystemName: String?

  func apply(to database: Database) throws(SQLiteError) {
    sqlite3_busy_timeout(database.handle, Int32(clamping: busyTimeout.components.seconds * 1000))
    for (option, isOn) in Self.switches { _ = woof_sqlite3_configure(database.handle, option, isOn ? 1 : 0) }
    // Pages are not mapped into memory: a disk that fails to read one would kill the process instead of a query.
    try database.execute(
      """
      PRAGMA journal_mode = \(isPrivateCopy ? "MEMORY" : "WAL");
      PRAGMA synchronous = \(isPrivateCopy ? "OFF" : "FULL");
      PRAGMA foreign_keys = ON;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA secure_delete = FAST;
      PRAGMA temp_store = MEMORY;
      PRAGMA mmap_size = 0;
      PRAGMA cache_size = -\(max(cacheByteCount / 1024, 64));
      PRAGMA query_only = \(isReadOnly ? "ON" : "OFF");
      """)
  }

  private static let switches: [(Int32, Bool)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_DQS_DML, false),
    (SQLITE_DBCONFIG_DQS_DDL, false),
  ]
}
