// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofModel
internal import WoofPostgresStorage
internal import WoofStorage

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
        throw WoofError(.unavailable, "Records are being moved into the database; wait until woof move has ended.")
      }
      let store = try await settings.openStore()
      return OpenedAccounts(credentials: store, audit: store.makeAuditStore(), close: { store.close() })
    }
  }
}
