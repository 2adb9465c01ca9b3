// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofObjectStorage
internal import WoofPostgreSQL
internal import WoofS3
package import WoofSharedStores

/// Stores that nodes share, for a command that checks them beside the nodes, which may be running.
package struct CheckedStores: Sendable {
  /// The check of both stores.
  package let check: SharedStoreCheck
  /// The repair of both.
  package let repair: SharedStoreRepair

  /// Finds the stores of a configuration; nothing is asked of them yet.
  ///
  /// - Parameter folder: The folder for a copy of the records.
  /// - Throws: ``WoofModel/WoofError`` in words for the operator where they cannot be used, or where blobs are not in an object
  ///   store.
  package init(of settings: ServerSettings, folder: String) throws {
    guard case .postgres(let records)? = settings.recordPlace, let blobs = settings.objectStore else {
      throw WoofError(
        .internal, "The configuration names no bucket; records in storage.postgres have their bytes in storage.s3.")
    }
    let database = try records.connectionSettings()
    check = blobs.check(of: database, try blobs.makeClient(), folder: folder)
    repair = SharedStoreRepair(of: database, by: check)
  }
}

extension S3StorageSettings {
  /// The check of records and of their blobs in the bucket.
  ///
  /// - Parameter folder: The folder for a copy of the records.
  func check(of database: PostgreSQLSettings, _ client: S3Client, folder: String) -> SharedStoreCheck {
    SharedStoreCheck(
      of: database, ObjectInspection(in: client, prefix: prefix),
      boundAs: ObjectInspection.binding(of: client, prefix: prefix), folder: folder, starter: TaskStarter())
  }
}
