// SPDX-License-Identifier: Apache-2.0

extension DataFolder {
  /// Copies the records as they are now.
  ///
  /// - Parameter path: A path at which no file is yet.
  /// - Throws: ``StorageError`` with the code `older-schema` or `newer-schema`; ``SQLiteError``, ``FileSystemError``.
  func copyRecords(to path: String, _ progress: StorageProgress.Observer) throws -> Database {
    let settings = EmbeddedStoreConfiguration().settings(cacheByteCount: 1 << 20, isReadOnly: true)
    let database = try Database(path: databasePath, settings: settings)
    try database.migrate(mayChange: false)
    // SQLite would make it readable by everybody.
    files.close(try files.createFile(at: path))
    return try database.copy(to: path) { copied, count in
      try progress(StorageProgress(.copyingRecords, done: Int64(copied), total: Int64(count)))
    }
  }
}

extension Database {
  /// Makes sure that the trees of the database are sound.
  ///
  /// - Throws: ``StorageError`` with the code `damaged`.
  func requireSound(_ progress: StorageProgress.Observer) throws {
    let report = StorageProgress(.checkingRecords)
    try progress(report)
    let finding = try stoppable(by: { try progress(report) }) {
      try self[.quickCheck].first { (columns) throws(SQLiteError) in try columns.next(String.self) }
    }
    guard finding == "ok" else {
      throw StorageError(
        .damaged, "the database is damaged, see: woof check (\(finding ?? "it does not say how it is"))")
    }
  }
}

extension SQL {
  fileprivate static let quickCheck = SQL("PRAGMA quick_check(1)")
}
