internal import CSQLite

/// One connection to a database, used by one thread at a time.
final class Database {
  let handle: OpaquePointer
  /// The number of pages in the write-ahead log after the last commit of this connection; counted from
  /// ``countLogPages()`` on.
  private(set) var logPageCount = 0
  private var statements: [ObjectIdentifier: Statement] = [:]

  /// Opens a database, and makes it where there is none yet.
  init(path: String, settings: DatabaseSettings) throws(SQLiteError) {
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
  subscript(sql: SQL) -> Statement {
    get throws(SQLiteError) {
      if let statement = statements[ObjectIdentifier(sql)] { return statement }
      let statement = try Statement(sql, on: handle)
      statements[ObjectIdentifier(sql)] = statement
      return statement
    }
  }

  /// The statements that have been prepared so far.
  var preparedStatements: [SQL] { statements.values.map(\.sql) }

  /// Runs any number of statements, for what they do.
  func execute(_ script: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, script, nil, nil, nil)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle, statement: script) }
  }

  /// `true` while a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The number of rows that all statements so far have added, changed and removed.
  var changeCount: Int64 { sqlite3_total_changes64(handle) }

  /// The number of the row that was added last.
  var lastRowNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Ends an open transaction without effect; an error that has ended it already is no reason to fail again.
  func rollBack() {
    if isInTransaction { try? self[.rollback].run() }
  }

  /// Starts to keep ``logPageCount`` up to date.
  func countLogPages() {
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
  /// - Parameter waits: Whether to wait for others who read or copy, rather than copying less or nothing.
  /// - Returns: How many pages the log holds, and how many of them are copied.
  @discardableResult
  func checkpoint(waits: Bool = false) throws(SQLiteError) -> (logged: Int, copied: Int) {
    var logged: Int32 = 0
    var copied: Int32 = 0
    let mode = waits ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, nil, mode, &logged, &copied)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle) }
    return (Int(max(logged, 0)), Int(max(copied, 0)))
  }

  /// Waits until what has been copied into the database is on the disk. The last of those who copy must wait for that;
  /// there is less to wait for when others have.
  func synchronize() throws(SQLiteError) {
    let result = woof_sqlite3_synchronize(handle)
    guard result == SQLITE_OK else { throw SQLiteError(result, on: handle) }
  }

  /// The settings of SQLite itself, made once before the first connection of the process and refused after that.
  private static let configureLibrary: Void = {
    _ = woof_sqlite3_disable_memory_statistics()
  }()
}
