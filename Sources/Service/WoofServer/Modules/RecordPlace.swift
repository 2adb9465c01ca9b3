// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofModel
internal import WoofPostgreSQL
internal import WoofPostgresStorage
package import WoofSharedStores
internal import WoofStorage

/// A place of records.
package enum RecordPlace: Sendable {
  /// A data folder of the embedded stores.
  case folder(String)
  /// A database that nodes share, and the bucket of its blobs where one is named.
  case shared(PostgresStorageSettings, S3StorageSettings?)
}

extension RecordPlace {
  /// The database and the bucket of a service whose nodes share them, for a command beside the nodes; `nil` where the service has
  /// a data folder.
  ///
  /// - Throws: ``WoofModel/WoofError`` in words for the operator, where settings are missing or a file cannot be read.
  package func sharedPlace() throws -> SharedPlace? {
    guard case .shared(let database, let blobs) = self else { return nil }
    guard let blobs else {
      throw WoofError(
        .internal, "The configuration enables storage.postgres and names no bucket: enable storage.s3 too.")
    }
    return SharedPlace(
      database: try database.connectionSettings(), secret: try database.secret(), bucket: try blobs.makeClient(),
      prefix: blobs.prefix)
  }
}

extension SharedPlace {
  /// Opens the stores beside the nodes that use them.
  ///
  /// - Throws: ``WoofModel/WoofError`` in words for the operator where the database cannot be used.
  package func openForCommand() async throws -> SharedStores {
    do {
      return try await open()
    } catch let error as PostgreSQLError {
      throw DatabaseRefusal(error).error
    }
  }
}

/// The accounts of a service and its audit log, opened for a command beside the service, which may be running.
package struct OpenedAccounts: Sendable {
  /// The accounts.
  package let credentials: any CredentialStore
  /// The log in which each change is noted.
  package let audit: any AuditStore
  /// Closes both.
  package let close: @Sendable () async -> Void

  /// Opens the accounts of a place.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `no-store` where there is no service's folder;
  ///   ``WoofModel/WoofError`` in words for the operator where a database cannot be used.
  package static func open(at place: RecordPlace) async throws -> OpenedAccounts {
    switch place {
    case .folder(let path):
      let folder = try DataFolder.open(at: path, for: .accounts)
      let store = try EmbeddedStore(in: folder)
      return OpenedAccounts(
        credentials: store, audit: AuditFile(in: folder.path, files: SystemFileSystem()), close: { await store.close() }
      )
    case .shared(let settings, _):
      try await settings.awaitMove { _ in
        throw WoofError(.unavailable, "Records are being moved; wait until woof move has ended.")
      }
      let store = try await settings.openStore(isNode: false)
      return OpenedAccounts(credentials: store, audit: store.makeAuditStore(), close: { store.close() })
    }
  }
}
