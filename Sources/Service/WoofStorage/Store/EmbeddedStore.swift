// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
package import WoofCore
internal import WoofModel
internal import WoofSQLite
internal import WoofSystem

/// Keeps records in `woof.db` of a data folder: photos, favourites, accounts, and the log of what changed.
///
/// There is one writer, which commits what has queued in one transaction, and a pool of readers; each has a thread of
/// its own, so a call never blocks the thread that makes it. Which protocols it conforms to is said in extensions, one
/// for each.
package final class EmbeddedStore: Sendable {
  let writer: Writer
  let readers: ReaderPool
  let maintenance: MaintenanceQueue
  let folder: DataFolder
  let configuration: EmbeddedStoreConfiguration
  let time: any TimeSource
  /// The time by which what the store keeps for a while is counted: it goes on with the installation, whatever happens to
  /// the wall clock.
  package let steadyTime: SteadyTime
  /// Room on the disk that is kept for administration and deletion.
  package let reserve: DiskReserve
  /// The digests of accounts' favourites, remembered until something is committed.
  let views = ViewCache()
  /// The duties that were left undone when the store was closed, or a crash ended it.
  let leftDuties: [MaintenanceDuty]
  private let installation: Installation

  /// Opens the store of a folder, and makes it in a folder without one.
  ///
  /// In a folder that is not open for serving, accounts can be changed and everything can be read, also while a service
  /// runs; photos cannot be changed then.
  ///
  /// - Parameter time: The clock for everything that the store does by itself.
  /// - Throws: ``StorageError`` with the code `newer-schema`, `older-schema`, `damaged`, `inaccessible`, or `in-use`
  ///   where the store has to be made first and a service has the folder.
  package init(
    in folder: DataFolder, configuration: EmbeddedStoreConfiguration = EmbeddedStoreConfiguration(),
    time: any TimeSource = SystemTimeSource()
  ) throws(StorageError) {
    self.folder = folder
    self.configuration = configuration
    self.time = time
    maintenance = MaintenanceQueue(turns: configuration.workplace.makeTurns())
    let reserve = DiskReserve(in: folder, byteCount: configuration.reserveByteCount)
    self.reserve = reserve
    do {
      let database = try Self.openDatabase(in: folder, configuration: configuration, reserve)
      installation = try Installation(in: database, random: configuration.random)
      let steadyTime = SteadyTime(time, from: try Installation.steadyMark(in: database))
      self.steadyTime = steadyTime
      leftDuties = folder.isLocked ? try database.leftDuties(at: steadyTime.now()) : []
      if folder.isLocked {
        try reserve.lending { try Installation.keep(steadyTime.mark, in: database) }
        try reserve.lending { try ViewSums.prepare(in: database) }
      }
      let settings = WriterSettings(
        queueLimit: configuration.writeQueueLimit, logPageLimit: configuration.logByteLimit / 4096,
        folds: folder.isLocked, deletionGrace: configuration.deletionGrace,
        responseLimitPerAccount: configuration.storedResponseLimitPerAccount,
        editLimitPerAccount: configuration.editLimitPerAccount)
      writer = try Writer(
        database: database, settings: settings, maintenance: maintenance, reserve: reserve, time: time,
        steadyTime: steadyTime, on: configuration.workplace)
    } catch {
      throw StorageError(opening: folder.databasePath, error)
    }
    readers = ReaderPool(
      threadCount: configuration.readerCount, queueLimit: configuration.readQueueLimit, path: folder.databasePath,
      settings: configuration.settings(cacheByteCount: configuration.readerCacheByteCount, isReadOnly: true),
      state: writer.port.state, on: configuration.workplace)
  }

  /// 32 random bytes that were made with the installation and belong to it: the key of what it signs.
  package var installationSecret: [UInt8] { installation.secret }

  /// Tells this store's change log from any other.
  package var epoch: UInt64 { installation.epoch }

  /// The counts of the store since it was opened, and the lengths of its queues.
  package var statistics: EmbeddedStoreStatistics {
    var statistics = writer.port.meter.current
    statistics.writeQueueDepth = writer.port.queue.count
    statistics.readQueueDepth = readers.queueDepth
    statistics.isDamaged = writer.port.state.isDamaged
    statistics.pendingFavouriteCount = writer.port.state.current.pending.entryCount
    return statistics
  }

  /// Finishes what has been asked for, and closes the database. Calls after that fail as `unavailable`.
  package func close() async {
    await readers.close()
    await writer.close()
  }

  /// Changes photos in a transaction of the writer.
  ///
  /// - Parameter mayUseReserve: `true` if the change administers or makes room.
  func changePhotos<Result: Sendable>(
    mayUseReserve: Bool = false, _ work: @escaping @Sendable (inout WriteTransaction) throws -> Result
  ) async throws -> Result {
    try requireLock()
    return try await writer.write(mayUseReserve: mayUseReserve, work)
  }

  /// Photos are changed only by the process that serves: its writer remembers them.
  func requireLock() throws(WoofError) {
    guard folder.isLocked else {
      throw WoofError(.unavailable, "Photos can be changed through the running service only.")
    }
  }

  /// Opens the database. Where there is no room to do so, as the log's index has to be made, the reserve is used.
  private static func openDatabase(
    in folder: DataFolder, configuration: EmbeddedStoreConfiguration, _ reserve: DiskReserve
  ) throws -> sending Database {
    while true {
      do {
        return try openDatabase(in: folder, configuration: configuration)
      } catch {
        guard reserve.givesWay(to: error) else { throw error }
      }
    }
  }

  private static func openDatabase(
    in folder: DataFolder, configuration: EmbeddedStoreConfiguration
  ) throws -> sending Database {
    let isNew = try folder.files.byteCount(at: folder.databasePath) == nil
    // Whoever makes the database, or changes its schema, must know that no service uses it.
    let guardian = isNew && !folder.isLocked ? try DataFolder.open(at: folder.path, for: .service) : nil
    // SQLite would make it readable by everybody, and its log after it.
    if isNew { folder.files.close(try folder.files.createFile(at: folder.databasePath)) }
    let settings = configuration.settings(cacheByteCount: configuration.writerCacheByteCount)
    let database = try Database(path: folder.databasePath, settings: settings)
    try database.addMarkedWords()
    try database.migrate(mayChange: folder.isLocked || guardian != nil)
    if isNew { try folder.files.synchronizeFolder(at: folder.path) }
    return database
  }
}

extension Database {
  fileprivate func leftDuties(at time: Timestamp) throws(SQLiteError) -> [MaintenanceDuty] {
    var duties: [MaintenanceDuty] = []
    if try !BlobLedger(database: self).garbage(limit: 1).isEmpty { duties.append(.garbage) }
    let isPhotoLeft = try hasOverduePhotos(at: time)
    let isAlbumLeft = try hasDeletedAlbums()
    let accounts = try accountsToDelete()
    if try hasUnindexedPhotos() { duties.append(.searchIndexes) }
    if isPhotoLeft || isAlbumLeft || !accounts.isEmpty { duties.append(.deletions) }
    return duties
  }
}

extension StorageError {
  fileprivate init(opening path: String, _ error: any Error) {
    switch error {
    case let error as StorageError: self = error
    case let error as FileSystemError: self = .inaccessible(path, error)
    case let error as SQLiteError where error.code == SQLITE_CORRUPT || error.code == SQLITE_NOTADB:
      self.init(
        .damaged, "\(path) is damaged or no database of Woof; restore it from a backup", cause: error)
    default: self.init(.inaccessible, "\(path) cannot be opened: \(error)", cause: error)
    }
  }
}
