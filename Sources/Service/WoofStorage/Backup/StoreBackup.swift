// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofCore
internal import WoofModel
internal import WoofSQLite

/// Backs stores up, also while a service runs on them.
///
/// The records are copied first, as they are at one moment, and then every blob that they need. Meanwhile nothing removes
/// blobs, in whatever process; what is deleted is collected when the backup has ended.
package struct StoreBackup {
  /// The destinations of a backup.
  package enum Target: Sendable {
    /// Into a folder that is not there yet. Blobs that the earlier backup in the folder `since` has too are not copied
    /// but linked to it, where both are on one file system.
    case folder(String, since: String?)
    /// As a tar archive to an open file, which may be a pipe.
    case stream(Int32)
  }

  /// The result of a backup.
  package struct Summary: Hashable, Sendable {
    /// The manifest that the backup got.
    package var manifest: BackupManifest
    /// The number of blobs that were copied.
    package var copiedCount = 0
    /// The total size of the copied blobs in bytes.
    package var copiedByteCount: Int64 = 0
    /// The number of blobs that were linked to those of the earlier backup.
    package var linkedCount = 0
  }

  /// The maximum number of blobs that are read from the records at once.
  private static let blobsAtOnce = 512

  private let source: any BackupSource
  private let time: any TimeSource

  /// Makes a backup of a folder.
  ///
  /// - Parameters:
  ///   - folder: A folder that is open for upkeep or for serving.
  ///   - time: The clock.
  package init(of folder: DataFolder, time: any TimeSource = SystemTimeSource()) {
    self.init(of: DataFolderBackupSource(folder), time: time)
  }

  /// Makes a backup of stores wherever they are.
  package init(of source: any BackupSource, time: any TimeSource = SystemTimeSource()) {
    self.source = source
    self.time = time
  }

  /// Backs up. Blocks.
  ///
  /// - Parameter progress: Is told how far it has come.
  /// - Throws: ``StorageError`` with the code `not-empty` where there is something at the target, `misplaced` where that
  ///   leads into the data folder, `in-use` where another backup is being written there, `damaged-backup` for the earlier
  ///   one, `no-room`, `damaged` where the records are, `cancelled` where `progress` stops it, or `inaccessible`. What was
  ///   written is removed then.
  package func run(
    to target: Target, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws(StorageError) -> Summary {
    do {
      let sink = try makeSink(target)
      do { return try fill(sink, progress) } catch { throw sink.named(error) }
    } catch {
      throw StorageError("\(source.name) cannot be backed up", error)
    }
  }

  private func fill(_ sink: any BackupSink, _ progress: @escaping StorageProgress.Observer) throws -> Summary {
    let hold = try source.holdBlobs()
    defer { withExtendedLifetime(hold) {} }
    let createdAt = time.now()
    let records = try source.copyRecords(to: sink.recordsPath, progress)
    try records.requireSound(progress)
    let schemaVersion = try records.schemaVersion()
    let found = try sink.takeRecords()
    var summary = Summary(
      manifest: BackupManifest(
        createdAt: createdAt, schemaVersion: schemaVersion, recordByteCount: found.byteCount, blobCount: 0,
        blobByteCount: 0, missingBlobs: [], checksums: found.digest))
    try copyBlobs(of: records, to: sink, into: &summary, progress)
    try progress(StorageProgress(.finishing))
    try sink.finish { checksums in
      summary.manifest.checksums = checksums
      return summary.manifest
    }
    return summary
  }

  private func makeSink(_ target: Target) throws -> any BackupSink {
    switch target {
    case .folder(let path, let since):
      let earlier = try since.map { try BackupFolder(in: HeldPath($0), in: source.files) }
      return try BackupFolderSink(at: HeldPath(path), of: source, since: earlier)
    case .stream(let descriptor):
      return try BackupStreamSink(to: descriptor, spool: source, time: time)
    }
  }

  private func copyBlobs(
    of records: Database, to sink: any BackupSink, into summary: inout Summary,
    _ progress: StorageProgress.Observer
  ) throws {
    var report = StorageProgress(.copyingBlobs, total: try records.neededBlobs().byteCount)
    try progress(report)
    var last: Digest?
    while case let blobs = try records.neededBlobs(after: last, limit: Self.blobsAtOnce), !blobs.isEmpty {
      try source.expect(sink.wanted(among: blobs))
      for blob in blobs {
        let origin = try sink.takeBlob(
          blob, from: { try source.path(of: blob) { try progress(report) } },
          note: { byteCount in
            report.done += Int64(byteCount)
            try progress(report)
          })
        summary.note(blob, origin)
      }
      last = blobs.last?.digest
    }
  }
}

extension StoreBackup.Summary {
  fileprivate mutating func note(_ blob: NeededBlob, _ origin: BlobOrigin?) {
    switch origin {
    case .copied?:
      copiedCount += 1
      copiedByteCount += blob.byteCount
    case .linked?: linkedCount += 1
    case nil:
      manifest.missingBlobs.append(blob.digest)
      return
    }
    manifest.blobCount += 1
    manifest.blobByteCount += blob.byteCount
  }
}

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
