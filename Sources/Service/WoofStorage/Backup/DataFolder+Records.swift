// SPDX-License-Identifier: Apache-2.0

package import WoofSQLite

extension DataFolder {
  /// Opens a connection to the records, beside a service that may run on them. Blocks.
  ///
  /// - Throws: ``StorageError``, with the code `older-schema` or `newer-schema` where the schema is not that of this release.
  package func connectToRecords() throws(StorageError) -> Database {
    do {
      let settings = EmbeddedStoreConfiguration().settings(cacheByteCount: 8 << 20)
      let database = try Database(path: databasePath, settings: settings)
      try database.migrate(mayChange: false)
      return database
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }

  /// Writes pending favourites into the tables, which a service that runs does by itself. Blocks.
  ///
  /// - Throws: ``StorageError``, with the code `in-use` where a service runs.
  package func foldFavourites() throws(StorageError) {
    guard isLocked else {
      let locked = try DataFolder.open(at: path, for: .moving, files: files)
      defer { locked.close() }
      return try locked.foldFavourites()
    }
    let database = try connectToRecords()
    do {
      try database.foldFavourites()
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }
}

extension Database {
  /// Writes pending favourites into the tables, in a transaction of its own.
  func foldFavourites() throws(SQLiteError) {
    do throws(SQLiteError) {
      try self[.beginWriting].run()
      let fold = FavouriteFold(database: self)
      _ = try fold.run(try fold.pendingInJournal())
      try self[.commit].run()
    } catch {
      rollBack()
      throw error
    }
  }
}
