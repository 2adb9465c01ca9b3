// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofSharedStores

/// A database and a bucket, into and out of which backups go.
struct SharedLibrary: Sendable {
  let database: SharedDatabase
  let bucket: FaultyObjectStore

  /// Runs a test with a new database and a new bucket.
  static func with(_ body: (SharedLibrary) async throws -> Void) async throws {
    let bucket = try FaultyObjectStore()
    try await SharedDatabase.with { try await body(SharedLibrary(database: $0, bucket: bucket)) }
  }

  var folder: TemporaryFolder { database.folder }

  var place: SharedPlace {
    get throws {
      SharedPlace(
        database: try PostgreSQLSettings(database.server.connectionString(of: database.name)), secret: nil,
        bucket: try bucket.client(), prefix: "")
    }
  }

  /// Runs a node that does no upkeep.
  func withNode(_ body: (Node) async throws -> Void) async throws {
    try await database.withNode(try bucket.client(), upkeep: nil, body: body)
  }

  /// Backs up into a folder.
  @discardableResult
  func backUp(
    _ name: String = "backup", since: String? = nil, progress: @escaping StorageProgress.Observer = { _ in }
  ) async throws -> StoreBackup.Summary {
    let stores = try await place.open()
    defer { stores.close() }
    return try await SharedBackup(of: stores).run(
      to: .folder(folder.path(name), since: since.map { folder.path($0) }), progress: progress)
  }

  /// Restores a backup of a folder.
  @discardableResult
  func restore(
    _ path: String, takingOverFrom holder: String? = nil, progress: @escaping StorageProgress.Observer = { _ in }
  ) async throws -> BackupManifest {
    try await SharedRestore(from: path, into: place).run(takingOverFrom: holder, progress: progress)
  }

  /// The number of requests of a method for blobs.
  func blobRequestCount(_ method: String) -> Int {
    bucket.requests.count { $0.method == method && $0.path.contains("/blobs/") }
  }
}

/// Embedded stores in a folder, opened for the time of `body`.
func withEmbeddedStores(_ path: String, _ body: (EmbeddedStorage) async throws -> Void) async throws {
  let storage = try EmbeddedStorage(in: try DataFolder.open(at: path, for: .service))
  do {
    try await body(storage)
    await storage.close()
  } catch {
    await storage.close()
    throw error
  }
}

extension EmbeddedStorage {
  /// Takes a photo in, as an upload does.
  func upload(_ number: Int, _ text: String, by owner: Principal) async throws -> PhotoID {
    let spool = try blobs.makeSpool()
    try spool.append(Array(text.utf8).span.bytes)
    let hold = try spool.place(as: try Node.digest(of: text))
    try await hold.secure()
    let addition = try await records.addPhoto(try Node.draft(number, of: text, by: owner), idempotency: nil)
    withExtendedLifetime(hold) {}
    return addition.photoID
  }

  /// Whether there is a blob with these bytes.
  func has(_ text: String) throws -> Bool { try blobs.open(try Node.digest(of: text)) != nil }
}
