// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// One connection to a database, used by one thread at a time.
package final class Database {
  package let handle: OpaquePointer
  /// The number of pages in the write-ahead log after the last commit of this connection; counted from
  /// ``countLogPages()`` on.
  package private(set) var logPageCount = 0
  private var statements: [ObjectIdentifier: Statement] = [:]

  /// Opens a database, and makes it where there is none yet.
  package init(path: String, settings: DatabaseSettings) throws(SQLiteError) {
    Self.configureLibrary
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &handle, flags, settings.fileSystemName)
    guard result == SQLITE_OK, let handle else {
      let error = SQLiteError(result, on: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    try settings.apply(to: self)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The prepared form of a statement.
  package subscript(sql: SQL) -> Statement {
    get throws(SQLiteError) {
      if let statement = statements[ObjectIdentifier(sql)] { return statement }
      let statement = try Statement(sql, on: handle)
      statements[ObjectIdentifier(sql)] = statement
      return statement
    }
  }

  /// The statements that have been prepared so far.
  package var preparedStatements: [SQL] { statements.values.map(\.sql) }

  /// Runs any number of statements, for what they do.
  package func execute(_ script: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, script, nil, nil, nil)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle, statement: script) }
  }

  /// `true` while a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The number of rows that all statements so far have added, changed and removed.
  package var changeCount: Int64 { sqlite3_total_changes64(handle) }

  /// The number of the row that was added last.
  package var lastRowNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Ends an open transaction without effect; an error that has ended it already is no reason to fail again.
  package func rollBack() {
    if isInTransaction { try? self[.rollback].run() }
  }

  /// Starts to keep ``logPageCount`` up to date.
  package func countLogPages() {
    // The connection does not outlive this object, so the hook may refer to it without keeping it.
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      handle,
      { context, _, _, pageCount in
        guard let context else { return SQLITE_OK }
        Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().logPageCount = Int(pageCount)
        return SQLITE_OK
      }, context)
  }

  /// Copies the write-ahead log into the database.
  ///
  /// - Parameter waits: `true` to wait for others who read or copy, `false` to copy less or nothing.
  /// - Returns: The number of pages in the log, and the number of those that are copied.
  @discardableResult
  package func checkpoint(waits: Bool = false) throws(SQLiteError) -> (logged: Int, copied: Int) {
    var logged: Int32 = 0
    var copied: Int32 = 0
    let mode = waits ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, nil, mode, &logged, &copied)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle) }
    return (Int(max(logged, 0)), Int(max(copied, 0)))
  }

  /// Waits until what has been copied into the database is on the disk. The last of those who copy must wait for that;
  /// there is less to wait for when others have.
  package func synchronize() throws(SQLiteError) {
    let result = woof_sqlite3_synchronize(handle)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle) }
  }

  /// Lets statements rank what a full-text query finds, by `match_score(table, weight, …)`: the sum, over the phrases of the
  /// query, of the weight of the first column in which the phrase stands. The weights are those of the columns, in order.
  package func addMatchScore() throws(SQLiteError) {
    let result = woof_sqlite3_add_match_score(handle)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle) }
  }

  /// The settings of SQLite itself, made once before the first connection of the process and refused after that.
  private static let configureLibrary: Void = {
    _ = woof_sqlite3_disable_memory_statistics()
  }()
}

extension Database {
  /// The number of pages that are copied at once.
  private static let pagesAtOnce: Int32 = 256

  /// Opens a copy of this database as it is now, which others may change meanwhile.
  ///
  /// The pages are copied one by one (sqlite.org/backup.html), within one transaction that reads: that takes far less
  /// time than building the trees anew, as `VACUUM INTO` does, and so keeps the write-ahead log from being begun anew
  /// for less long. Where a page is damaged, it is so in the copy too.
  ///
  /// - Parameters:
  ///   - path: A path at which no file is yet. The copy is one file, and not on the disk before somebody sees to that.
  ///   - note: Is told how many pages have been copied, and how many there are; stops by throwing.
  /// - Returns: The copy.
  /// - Throws: ``SQLiteError``, and what `note` throws.
  package func copy(to path: String, note: (_ copied: Int, _ count: Int) throws -> Void) throws -> Database {
    let settings = DatabaseSettings(cacheByteCount: 8 << 20, busyTimeout: .zero, isPrivateCopy: true)
    let copy = try Database(path: path, settings: settings)
    try self[.beginReading].run()
    defer { rollBack() }
    // Only a statement that reads fixes what the transaction sees.
    _ = try schemaVersion()
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw SQLiteError(sqlite3_errcode(copy.handle), on: copy.handle)
    }
    var result = SQLITE_OK
    do {
      while result == SQLITE_OK {
        result = sqlite3_backup_step(backup, Self.pagesAtOnce)
        let count = Int(sqlite3_backup_pagecount(backup))
        try note(count - Int(sqlite3_backup_remaining(backup)), count)
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    let end = sqlite3_backup_finish(backup)
    guard end == SQLITE_OK, result == SQLITE_DONE else {
      throw SQLiteError(end == SQLITE_OK ? result : end, on: copy.handle)
    }
    // The header has been copied too, and says that there is a write-ahead log.
    try copy.execute("PRAGMA journal_mode = MEMORY")
    return copy
  }
}

extension Database {
  /// The number of steps of SQLite's virtual machine between two checks of whether a statement is to go on.
  private static let stepsAtOnce: Int32 = 100_000

  /// Runs statements that take long, and stops them where `check` throws (sqlite.org/c3ref/progress_handler.html).
  ///
  /// - Throws: Any error that `check` or `body` throws.
  package func stoppable<Result>(by check: () throws -> Void, _ body: () throws -> Result) throws -> Result {
    try withoutActuallyEscaping(check) { check in
      let stop = StopCheck(check)
      // The handler is taken away before the object goes, so it may refer to it without keeping it.
      let context = Unmanaged.passUnretained(stop).toOpaque()
      sqlite3_progress_handler(
        handle, Self.stepsAtOnce,
        { context in
          guard let context else { return 0 }
          return Unmanaged<StopCheck>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
        }, context)
      defer {
        sqlite3_progress_handler(handle, 0, nil, nil)
        withExtendedLifetime(stop) {}
      }
      do {
        return try body()
      } catch {
        throw stop.error ?? error
      }
    }
  }
}

/// Asks whether a statement is to go on. Used by one thread.
private final class StopCheck {
  private let check: () throws -> Void
  private(set) var error: (any Error)?

  init(_ check: @escaping () throws -> Void) { self.check = check }

  var isOver: Bool {
    do {
      try check()
      return false
    } catch {
      self.error = error
      return true
    }
  }
}

/// The settings of a connection.
package struct DatabaseSettings: Sendable {
  /// The size of the connection's page cache in bytes; at least 64 KiB are used.
  package var cacheByteCount: Int
  /// The time for which a statement waits for another process's lock, in whole seconds.
  package var busyTimeout: Duration
  /// `true` if writing is refused.
  package var isReadOnly = false
  /// `true` for a copy that nobody else uses, whose single file is made safe by whoever makes it.
  package var isPrivateCopy = false
  /// The name of a registered VFS (sqlite.org/vfs.html); `nil` for the system's files.
  package var fileSystemName: String?

  /// Makes settings.
  package init(
    cacheByteCount: Int, busyTimeout: Duration, isReadOnly: Bool = false, isPrivateCopy: Bool = false,
    fileSystemName: String? = nil
  ) {
    self.cacheByteCount = cacheByteCount
    self.busyTimeout = busyTimeout
    self.isReadOnly = isReadOnly
    self.isPrivateCopy = isPrivateCopy
    self.fileSystemName = fileSystemName
  }

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
