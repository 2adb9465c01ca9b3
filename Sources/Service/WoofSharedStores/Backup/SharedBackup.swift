// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgresStorage
internal import WoofRecordCopy
internal import WoofSQLite
package import WoofStorage
internal import WoofSystem

/// Backs shared stores up while nodes run, in the form that embedded stores have as well, so that a backup of one can be restored into
/// the other.
///
/// Records are read as they are at one moment, in one transaction. From before that moment on no node lets a blob die, until the
/// backup has ended.
package struct SharedBackup: Sendable {
  private let stores: SharedStores

  /// Makes a backup of stores.
  package init(of stores: SharedStores) { self.stores = stores }

  /// Backs up.
  ///
  /// - Parameter progress: Is told how far it has come.
  /// - Throws: ``WoofStorage/StorageError`` as a ``WoofStorage/StoreBackup`` throws it, with the code `older-schema`, `newer-schema` or
  ///   `no-store` for the database, and `inaccessible` where the database or the bucket cannot be read. What was written is
  ///   removed then.
  package func run(
    to target: StoreBackup.Target, progress: @escaping StorageProgress.Observer = { _ in }
  ) async throws(StorageError) -> StoreBackup.Summary {
    let result: Result<StoreBackup.Summary, any Error>
    do {
      let pause = try await CollectionPause(in: stores.records)
      let (folder, starter) = (try WorkFolder(), TaskStarter())
      result = await SystemThread.run(named: "woof-backup") { [stores] in
        Result {
          let source = SharedBackupSource(stores, pause, folder, starter)
          return try StoreBackup(of: source).run(to: target, progress: progress)
        }
      }
      await pause.end()
    } catch {
      throw StorageError("\(SharedBackupSource.name) cannot be backed up", error)
    }
    do {
      return try result.get()
    } catch {
      throw StorageError("\(SharedBackupSource.name) cannot be backed up", error)
    }
  }
}

/// Shared stores, as a backup reads them.
private struct SharedBackupSource: BackupSource {
  static let name = "the shared stores"

  private let stores: SharedStores
  private let pause: CollectionPause
  private let folder: WorkFolder
  private let downloads: BlobDownloads

  init(_ stores: SharedStores, _ pause: CollectionPause, _ folder: WorkFolder, _ starter: TaskStarter) {
    (self.stores, self.pause, self.folder) = (stores, pause, folder)
    downloads = BlobDownloads(of: stores.objects, into: folder, starter: starter)
  }

  var name: String { Self.name }
  var files: any FileSystem { SystemFileSystem() }

  func requireOutside(_ place: HeldPath) {}

  func temporaryPath(for purpose: String) -> String {
    "\(folder.path)/\(purpose)-\(UInt64.random(in: 0...(.max)))"
  }

  func holdBlobs() -> AnyObject { pause }

  func copyRecords(to path: String, _ progress: @escaping StorageProgress.Observer) throws -> Database {
    let records = try RecordFile(at: path)
    try RecordExport(of: stores.place.database, secret: stores.place.secret).run(into: records, progress: progress)
    return records.database
  }

  func expect(_ blobs: [NeededBlob]) { downloads.expect(blobs) }

  func path(of blob: NeededBlob, while wait: () throws -> Void) throws -> String? {
    try downloads.path(of: blob, while: wait)
  }
}
