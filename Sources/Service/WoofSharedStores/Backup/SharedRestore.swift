// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofObjectStorage
internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofRecordCopy
internal import WoofSQLite
package import WoofStorage
internal import WoofSystem

/// Restores a backup, of whatever stores, into a database that holds no records, and a bucket.
///
/// The bytes are put first, as nobody looks for them without records. These are added in one transaction, in which the
/// service comes to be. Where a restore breaks off, it is run again, and puts what is not there yet.
package struct SharedRestore: Sendable {
  /// The number of blobs between two reports of progress.
  private static let blobsAtOnce = 64

  private let backup: String
  private let point: String?
  private let place: SharedPlace

  /// Makes a restore.
  ///
  /// - Parameters:
  ///   - backup: A folder that is a backup, or that holds several.
  ///   - point: The choice among several: its name, or the newest moment that it may show; the newest by default.
  ///   - place: The database and the bucket.
  package init(from backup: String, point: String? = nil, into place: SharedPlace) {
    (self.backup, self.point, self.place) = (backup, point, place)
  }

  /// Restores. Change tokens from before are refused afterwards, as after any restore.
  ///
  /// - Parameters:
  ///   - formerHolder: The installation whose bucket is taken over, which must be gone for good; none by default.
  ///   - progress: Is told how far it has come.
  /// - Returns: The manifest of the backup.
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged-backup`, which names what is missing or changed, `newer-schema`,
  ///   `not-empty` where the database holds records or the bucket belongs to another installation, `in-use` where a node runs, `cancelled`
  ///   where `progress` stops it, or `inaccessible`. Nobody is served with anything of it then.
  package func run(
    takingOverFrom formerHolder: String? = nil, progress: @escaping StorageProgress.Observer = { _ in }
  ) async throws(StorageError) -> BackupManifest {
    let starter = TaskStarter()
    let result = await SystemThread.run(named: "woof-restore") {
      Result { try perform(formerHolder, starter, progress) }
    }
    do {
      return try result.get()
    } catch {
      throw StorageError("\(backup) cannot be restored", error)
    }
  }

  private func perform(
    _ formerHolder: String?, _ starter: TaskStarter, _ progress: @escaping StorageProgress.Observer
  ) throws -> BackupManifest {
    let backup = try BackupFolder.chosen(at: backup, point: point)
    let work = try WorkFolder()
    defer { withExtendedLifetime(work) {} }
    let copy = "\(work.path)/woof.db"
    try backup.copyRecords(to: copy)
    let records = try RecordFile(restoring: copy)
    let importing = RecordImport(into: place.database)
    let place = place
    try starter.run(whileWaiting: { try progress(StorageProgress(.checkingRecords)) }) {
      try await importing.prepare()
      try await place.requireFreeBucket(formerHolder: formerHolder)
    }
    try putBlobs(of: records, from: backup, starter, progress)
    try importing.run(records, keepsSecret: place.secret == nil, progress: progress)
    if let formerHolder { try starter.run { try await place.releaseBucket(from: formerHolder) } }
    return backup.manifest
  }

  private func putBlobs(
    of records: RecordFile, from backup: BackupFolder, _ starter: TaskStarter,
    _ progress: @escaping StorageProgress.Observer
  ) throws {
    var report = StorageProgress(.copyingBlobs, total: backup.manifest.blobByteCount)
    let stores = try starter.run(whileWaiting: { try progress(report) }) { [place] in try await place.open() }
    defer { stores.close() }
    try starter.run(whileWaiting: { try progress(report) }) { try await stores.skipUsedNumbers() }
    let missing = Set(backup.manifest.missingBlobs)
    let uploads = BlobUploads(from: backup, into: stores.objects)
    var bad = BadFiles()
    var last: Digest?
    while case let blobs = try records.database.neededBlobs(after: last, limit: Self.blobsAtOnce), !blobs.isEmpty {
      let needed = blobs.filter { !missing.contains($0.digest) }
      let faults = try starter.run(whileWaiting: { try progress(report) }) { try await uploads.put(needed) }
      for (blob, fault) in faults { bad.note(BackupFolder.relativePath(ofBlob: blob.digest), fault) }
      report.done += needed.reduce(0) { $0 + $1.byteCount }
      last = blobs.last?.digest
    }
    try bad.requireNone(in: backup)
  }
}
