// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

/// Restores the stores from a backup, into a folder that is empty.
///
/// Everything is copied below `restoring` in that folder first, and its digests are compared on the way. Only when all
/// of it is there, and safe, is it put in place; as long as `restoring` is there, no service takes the folder.
package struct StoreRestore {
  private let backup: String
  private let point: String?
  private let files: any FileSystem

  /// Makes a restore of a backup.
  ///
  /// - Parameters:
  ///   - backup: A folder that is a backup, or that holds several.
  ///   - point: The choice among several: its name, or the newest moment that it may show. By default the newest.
  package init(from backup: String, point: String? = nil) {
    self.init(from: backup, point: point, files: SystemFileSystem())
  }

  package init(from backup: String, point: String? = nil, files: any FileSystem) {
    self.backup = DataFolder.absolute(backup)
    self.point = point
    self.files = files
  }

  /// Returns the manifest of the backup that would be restored. Blocks for a moment, and changes nothing.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup` where there is none, or `inaccessible`.
  package func manifest() throws(StorageError) -> BackupManifest {
    do { return try choice.backup().manifest } catch { throw StorageError("\(backup) cannot be restored", error) }
  }

  /// Restores. Blocks.
  ///
  /// Change tokens from before are refused afterwards: the change log is that of an earlier moment, and gets a new
  /// epoch. The versions and revisions of all photos leap, so that no entity tag from before is taken for what has become of its photo.
  ///
  /// - Parameters:
  ///   - path: The data folder, which is made where there is none.
  ///   - progress: Is told how far it has come.
  /// - Returns: The manifest of the backup that was restored.
  /// - Throws: ``StorageError`` with the code `not-empty` for live data, `misplaced` where the folder would lie in the
  ///   backup or hold it, `damaged-backup`, which names what is missing or changed, `newer-schema`, `in-use`, `no-room`,
  ///   `cancelled` where `progress` stops it, or `inaccessible`. Nothing is restored then.
  package func run(
    into path: String, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws(StorageError) -> BackupManifest {
    let place: HeldPath
    do { place = try HeldPath(path) } catch { throw StorageError("\(path) cannot be used", error) }
    return try run(into: place, progress: progress)
  }

  /// Restores into a folder that is held, as ``run(into:progress:)-(String,_)`` does.
  package func run(
    into place: HeldPath, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws(StorageError) -> BackupManifest {
    do {
      let backup = try BackupFolder.chosen(at: backup, point: point, in: files)
      try requireApart(HeldPath(backup.path), place)
      let folder = try DataFolder.openForRestoring(at: place, files: files)
      defer { folder.close() }
      do {
        try stage(backup, in: folder, progress)
        try finishRecords(of: backup.manifest, in: folder)
        // Up to here it can be stopped.
        try progress(StorageProgress(.finishing))
      } catch {
        // What cannot be removed keeps services away from the folder, and is removed by the next restore.
        try? FolderTree(path: folder.restoringPath, files: files).remove()
        throw folder.named(error)
      }
      do { try putInPlace(folder) } catch { throw folder.named(error) }
      return backup.manifest
    } catch {
      throw StorageError("\(backup) cannot be restored", error)
    }
  }

  /// Checks that neither the backup nor the data folder lies within the other.
  ///
  /// A restore after one that broke off removes what is in the data folder.
  ///
  /// - Throws: ``StorageError`` with the code `misplaced` if one lies within the other; ``FileSystemError``.
  private func requireApart(_ backup: HeldPath, _ place: HeldPath) throws {
    guard try !backup.lies(in: place), try !place.lies(in: backup) else {
      throw StorageError(.misplaced, "\(place.path) and the backup \(backup.path) lie within each other")
    }
  }

  private var choice: BackupChoice { BackupChoice(path: backup, point: point, files: files) }

  private func stage(_ backup: BackupFolder, in folder: DataFolder, _ progress: StorageProgress.Observer) throws {
    let stage = folder.restoringPath
    try files.makeDurableFolder(at: stage)
    try FolderTree(path: folder.path, files: files).removeContents(keeping: ["lock", "lost+found", "restoring"])
    try FolderTree(path: stage, files: files).removeContents()
    try BlobLayout(root: "\(stage)/blobs").makeFolders(in: files)
    let total = backup.manifest.recordByteCount + backup.manifest.blobByteCount
    var report = StorageProgress(.copyingBlobs, total: total)
    var reading = FileReading()
    var bad = BadFiles()
    try backup.forEachEntry { entry in
      let outcome = try reading.copyFile(
        at: backup.path(of: entry), to: "\(stage)/\(entry.path)", expecting: entry.digest, in: files
      ) { count in
        report.done += Int64(count)
        try progress(report)
      }
      bad.note(entry.path, outcome)
    }
    try bad.requireNone(in: backup)
  }

  /// Gives the change log a new epoch, and makes sure that the records find all blobs that they need.
  private func finishRecords(of manifest: BackupManifest, in folder: DataFolder) throws {
    let stage = folder.restoringPath
    let settings = DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .zero, isPrivateCopy: true)
    let records = try Database(path: "\(stage)/\(BackupEntry.recordsPath)", settings: settings)
    try records.migrate(mayChange: true)
    try records.beginNewEpoch()
    let layout = BlobLayout(root: "\(stage)/blobs")
    let missing = Set(manifest.missingBlobs)
    var last: Digest?
    while case let blobs = try records.neededBlobs(after: last, limit: 512), !blobs.isEmpty {
      for blob in blobs where !missing.contains(blob.digest) {
        guard try files.byteCount(at: layout.path(of: blob.digest)) == blob.byteCount else {
          throw StorageError(.damagedBackup, "\(BackupEntry.blob(blob.digest).path) is needed and not in the backup")
        }
      }
      last = blobs.last?.digest
    }
  }

  private func putInPlace(_ folder: DataFolder) throws {
    let stage = folder.restoringPath
    try files.synchronizeAll(below: stage)
    for name in ["blobs", BackupEntry.recordsPath] {
      guard try files.rename("\(stage)/\(name)", to: "\(folder.path)/\(name)") else {
        throw StorageError(.inaccessible, "\(stage)/\(name) is gone")
      }
    }
    try files.synchronizeFolder(at: folder.path)
    try FolderTree(path: stage, files: files).remove()
    try files.synchronizeFolder(at: folder.path)
  }
}

extension Database {
  /// The amount by which the versions and revisions of all photos and albums grow in a new epoch: more than they can have grown since the
  /// backup, and by chance another one each time (of 65,536), as one backup may be restored more than once.
  private static func versionLeap(_ random: any RandomSource) -> Int {
    let chance = random.bytes(2).reduce(0) { $0 << 8 | Int($1) }
    return (1 << 32) + (chance << 24)
  }

  /// Makes a new epoch, so that the change log is another one from now on, and an entity tag from before never names what
  /// is to come.
  func beginNewEpoch(random: any RandomSource = SystemRandomSource()) throws(SQLiteError) {
    do throws(SQLiteError) {
      try self[.beginWriting].run()
      // What is pending names versions from before.
      let fold = FavouriteFold(database: self)
      _ = try fold.run(try fold.pendingInJournal())
      let leap = Self.versionLeap(random)
      try self[.leapVersions].run(leap)
      try self[.leapRevisions].run(leap)
      try self[.leapFormerVersions].run(leap)
      try self[.leapAlbumVersions].run(leap)
      try self[.leapWithdrawnVersions].run(leap)
      // Some of them may have been used or revoked since.
      try self[.removeTickets].run()
      try self[.removeAppPasswords].run()
      try self[.removeBrowserSessions].run()
      try self[.removeInvitations].run()
      // All versions are others now; the first start counts.
      try ViewSums.forget(in: self)
      try self[.setEpoch].run(random.bytes(8))
      try self[.commit].run()
    } catch {
      rollBack()
      throw error
    }
  }
}

extension DataFolder {
  /// Gives the change log of records that have been put back to an earlier moment a new epoch, as a restore does.
  ///
  /// - Parameter configuration: Of the stores, which are not open.
  /// - Throws: ``SQLiteError``
  package func beginNewEpoch(_ configuration: EmbeddedStoreConfiguration) throws {
    let settings = configuration.settings(cacheByteCount: configuration.writerCacheByteCount)
    try Database(path: databasePath, settings: settings).beginNewEpoch(random: configuration.random)
  }
}

extension SQL {
  fileprivate static let leapVersions = SQL("UPDATE photo SET version = version + ?1")
  fileprivate static let leapRevisions = SQL(
    """
    UPDATE photo_detail SET revision = revision + ?1,
      withdrawn_version = iif(withdrawn_version > 0, withdrawn_version + ?1, 0)
    """)
  fileprivate static let leapFormerVersions = SQL("UPDATE former_owner SET version = version + ?1")
  fileprivate static let leapAlbumVersions = SQL("UPDATE album SET version = version + ?1")
  fileprivate static let leapWithdrawnVersions = SQL(
    "UPDATE withdrawal SET version = version + ?1 WHERE subject = 1")
  fileprivate static let removeAppPasswords = SQL("DELETE FROM app_password")
  fileprivate static let removeBrowserSessions = SQL("DELETE FROM browser_session")
  fileprivate static let removeInvitations = SQL("DELETE FROM invitation")
  fileprivate static let removeTickets = SQL("DELETE FROM upload_ticket")
  fileprivate static let setEpoch = SQL("UPDATE installation SET value = ?1 WHERE name = 'epoch'")
}
