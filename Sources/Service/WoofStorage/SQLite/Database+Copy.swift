internal import CSQLite

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
  ///   - path: Where no file is yet. The copy is one file, and not on the disk before somebody sees to that.
  ///   - note: Is told how many pages have been copied, and how many there are; stops by throwing.
  /// - Returns: The copy.
  /// - Throws: ``SQLiteError``, and what `note` throws.
  func copy(to path: String, note: (_ copied: Int, _ count: Int) throws -> Void) throws -> Database {
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
