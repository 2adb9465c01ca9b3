// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
package import WoofSQLite

/// The stores of which a backup is made. All calls block, and come from one thread.
package protocol BackupSource {
  /// The name of the stores in messages: a path, or a database.
  var name: String { get }
  /// The file system to which backups are written.
  var files: any FileSystem { get }

  /// Makes sure that a backup may be written to a place.
  ///
  /// - Throws: ``StorageError`` with the code `misplaced`; ``FileSystemError``.
  func requireOutside(_ place: HeldPath) throws

  /// A path that no file has, for what is needed until the backup has ended.
  ///
  /// - Throws: ``FileSystemError`` where none can be had.
  func temporaryPath(for purpose: String) throws -> String

  /// Keeps all blobs where they are that records need from now on.
  ///
  /// - Returns: An object that does so until it goes.
  func holdBlobs() throws -> AnyObject

  /// Copies the records as they are now, with the embedded schema.
  ///
  /// - Parameter path: A path at which no file is yet.
  /// - Throws: ``StorageError``, and what `progress` throws.
  func copyRecords(to path: String, _ progress: @escaping StorageProgress.Observer) throws -> Database

  /// Tells which blobs will be asked for next, in that order, so that they can be fetched meanwhile.
  func expect(_ blobs: [NeededBlob]) throws

  /// The path of the bytes of a blob, which stay there until the next one is asked for.
  ///
  /// - Parameter wait: Called now and then while the bytes are fetched; stops by throwing.
  /// - Returns: The path; `nil` where the blob is missing.
  func path(of blob: NeededBlob, while wait: () throws -> Void) throws -> String?
}

/// The embedded stores of a data folder, also while a service runs on it.
struct DataFolderBackupSource: BackupSource {
  private let folder: DataFolder

  init(_ folder: DataFolder) { self.folder = folder }

  var name: String { folder.path }
  var files: any FileSystem { folder.files }

  func requireOutside(_ place: HeldPath) throws { try folder.requireOutside(place) }

  func temporaryPath(for purpose: String) throws -> String { try folder.temporaryPath(for: purpose) }

  func holdBlobs() throws -> AnyObject { try folder.removalLock.hold() }

  func copyRecords(to path: String, _ progress: @escaping StorageProgress.Observer) throws -> Database {
    try folder.copyRecords(to: path, progress)
  }

  func expect(_ blobs: [NeededBlob]) {}

  func path(of blob: NeededBlob, while wait: () throws -> Void) -> String? {
    BlobLayout(root: folder.blobsPath).path(of: blob.digest)
  }
}
