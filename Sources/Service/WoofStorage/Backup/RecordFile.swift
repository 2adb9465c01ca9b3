// SPDX-License-Identifier: Apache-2.0

package import WoofSQLite

/// Records of the embedded schema in a file that nobody else uses, as a backup has them. All calls block.
package struct RecordFile {
  /// The database.
  package let database: Database

  /// Makes a file without records, which only its owner can read.
  ///
  /// - Parameter path: A path at which no file is yet.
  /// - Throws: ``StorageError`` with the code `not-empty`, `no-room` or `inaccessible`.
  package init(at path: String, files: any FileSystem = SystemFileSystem()) throws(StorageError) {
    do {
      files.close(try files.createFile(at: path))
      database = try Database(path: path, settings: Self.settings)
      try database.migrate(mayChange: true)
    } catch {
      throw StorageError("\(path) cannot be made", error)
    }
  }

  /// Copies the records of a data folder, as they are now, also while a service runs on it.
  ///
  /// - Parameters:
  ///   - folder: A folder that is open for upkeep or for serving.
  ///   - path: A path at which no file is yet.
  ///   - foldsFavourites: `false` to leave pending favourites in their journal, as whoever follows the tables of the folder needs.
  /// - Throws: ``StorageError``.
  package init(
    copying folder: DataFolder, to path: String, foldsFavourites: Bool = true,
    progress: @escaping StorageProgress.Observer = { _ in }
  ) throws(StorageError) {
    do {
      database = try folder.copyRecords(to: path, progress)
      try database.requireSound(progress)
      if foldsFavourites { try database.foldFavourites() }
    } catch {
      throw StorageError("\(folder.path) cannot be copied", error)
    }
  }

  /// Takes a file of records that is there, such as a copy of those of a backup, brings it up to date, and gives its change log a
  /// new epoch, as a restore does.
  ///
  /// - Throws: ``StorageError`` with the code `newer-schema`, `damaged` or `inaccessible`.
  package init(restoring path: String) throws(StorageError) {
    do {
      database = try Database(path: path, settings: Self.settings)
      try database.migrate(mayChange: true)
      try database.requireSound { _ in }
      try database.beginNewEpoch()
    } catch {
      throw StorageError("\(path) cannot be restored", error)
    }
  }

  /// Opens a file of records that has been made, to go on writing to it: a transaction that has ended is kept, whatever happens.
  ///
  /// - Throws: ``StorageError`` with the code `newer-schema`, `older-schema` or `inaccessible`.
  package init(goingOnWith path: String) throws(StorageError) {
    do {
      database = try Database(
        path: path, settings: DatabaseSettings(cacheByteCount: 8 << 20, busyTimeout: .seconds(10)))
      try database.migrate(mayChange: false)
    } catch {
      throw StorageError("\(path) cannot be opened", error)
    }
  }

  private static var settings: DatabaseSettings {
    DatabaseSettings(cacheByteCount: 8 << 20, busyTimeout: .zero, isPrivateCopy: true)
  }

  /// Makes what follows from rows that were copied into the tables, within the transaction that is open: which blobs are needed,
  /// all tallies, and the sums of what accounts see. The search index is made by the service.
  ///
  /// - Throws: `SQLiteError`.
  package func deriveRest() throws(SQLiteError) {
    try database.execute(Self.rest)
    try ViewSums.recount(in: database)
  }

  private static let rest = """
    INSERT INTO blob (digest, byte_count, reference_count)
      SELECT digest, max(byte_count), count(*) FROM (
        SELECT digest, byte_count FROM original JOIN photo_detail USING (photo, digest)
        UNION ALL SELECT digest, byte_count FROM restorable_photo JOIN photo_detail USING (photo)
        UNION ALL SELECT digest, byte_count FROM variant)
      GROUP BY digest;
    INSERT INTO tally (name, value) SELECT name, value FROM counted WHERE true
      ON CONFLICT (name) DO UPDATE SET value = excluded.value;
    INSERT OR REPLACE INTO account_tally
      (account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count)
      SELECT account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count
      FROM account_counted;
    """
}
