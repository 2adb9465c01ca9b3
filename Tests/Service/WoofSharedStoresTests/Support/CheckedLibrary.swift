// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Synchronization
import WoofAdministration
import WoofCore
import WoofCryptography
import WoofModel
import WoofObjectStorage
import WoofPostgreSQL
import WoofPostgresStorage
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofSharedStores

/// A database and a bucket that nodes share, for checks.
struct CheckedLibrary: Sendable {
  let server: PostgreSQLTestServer
  let database: String
  let bucket: FaultyObjectStore
  let folder: TemporaryFolder

  /// Runs a test with a new database and a new bucket, which go after it.
  ///
  /// - Parameter migrations: The schema of the database; by default that of this release.
  static func with(
    migratedBy migrations: [PostgreSQLMigration] = PostgresSchema.migrations,
    _ body: (CheckedLibrary) async throws -> Void
  ) async throws {
    let server = try PostgreSQLTestServer.shared
    try await server.withDatabase(migratedBy: migrations) { name in
      try await body(
        CheckedLibrary(server: server, database: name, bucket: try FaultyObjectStore(), folder: try TemporaryFolder()))
    }
  }

  var settings: PostgreSQLSettings {
    get throws { try PostgreSQLSettings(server.connectionString(of: database)) }
  }

  /// Opens records alone, as a node without a bucket does, and closes them.
  func withRecords(_ body: (PostgresStore) async throws -> Void) async throws {
    let records = try await PostgresStore(try settings, pollingInterval: .milliseconds(5), upkeep: nil)
    defer { records.close() }
    try await body(records)
  }

  /// Opens both stores, as a node does, and closes them.
  func withNode(_ body: (CheckedNode) async throws -> Void) async throws {
    try await withRecords { records in
      let blobs = try ObjectBlobStore(
        try bucket.client(), records, ObjectStorageSettings(folder: folder.path("node"), installation: "tests"))
      try await blobs.start()
      try await body(CheckedNode(records: records, blobs: blobs))
    }
  }

  /// The place of both stores.
  ///
  /// - Parameter prefix: The beginning of all names in the bucket.
  func place(prefix: String = "") throws -> SharedPlace {
    SharedPlace(database: try settings, secret: nil, bucket: try bucket.client(), prefix: prefix)
  }

  /// Checks both stores.
  func report(
    _ depth: StoreCheck.Depth, progress: @escaping StorageProgress.Observer = { _ in }
  ) async throws -> StoreReport {
    try await blocking { try SharedStoreCheck(of: place(), folder: folder.path).report(depth, progress: progress) }
  }

  /// Runs statements in the database; the first column of the last one's rows.
  @discardableResult
  func execute(_ statements: String) throws -> [String] { try server.execute(statements, in: database) }

  /// The keys of the objects of blobs.
  var blobKeys: [String] { bucket.keys.filter { $0.hasPrefix("blobs/") } }

  /// The key of the object of a text.
  func key(of text: String) throws -> String {
    let digest = try CheckedNode.digest(of: text).hexadecimal
    guard let key = blobKeys.first(where: { $0.contains(digest) }) else { throw Unexpected("no object of \(text)") }
    return key
  }
}

/// A node: records and blobs.
struct CheckedNode: Sendable {
  let records: PostgresStore
  let blobs: ObjectBlobStore

  var stores: StoresUnderTest { StoresUnderTest(records, blobs: blobs) }

  /// Takes a photo in, as an upload does.
  @discardableResult
  func upload(_ number: Int, _ text: String, by owner: Principal) async throws -> PhotoID {
    let hold = try place(text)
    try await hold.secure()
    var draft = Sample.draft(number, by: owner)
    draft.original.digest = try Self.digest(of: text)
    draft.original.byteCount = Int64(text.utf8.count)
    let addition = try await records.addPhoto(draft, idempotency: nil)
    withExtendedLifetime(hold) {}
    return addition.photoID
  }

  /// Places bytes.
  func place(_ text: String) throws -> any BlobHold {
    let bytes = Array(text.utf8)
    let spool = try blobs.makeSpool()
    try spool.append(bytes.span.bytes)
    return try spool.place(as: Self.digest(of: text))
  }

  /// The digest of a text.
  static func digest(of text: String) throws -> Digest {
    guard let digest = Digest(SHA256.digest(of: Array(text.utf8))) else { throw Unexpected("no digest") }
    return digest
  }

  /// Fills both stores with something of everything that is checked: three photos, of which one has a favourite, one has a variant
  /// and is in an album, and one can be restored; and a link to the album with a like.
  func fill() async throws {
    let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
    let first = try await upload(1, "one", by: ada)
    try await upload(2, "two", by: ada)
    let third = try await upload(3, "three", by: bob)
    try await stores.like(first, by: bob)
    try await place("small").secure()
    var variant = Sample.variant(1)
    variant.digest = try Self.digest(of: "small")
    variant.byteCount = 5
    _ = try await records.keep(PhotoDerivatives(variants: ["thumb": variant]), of: first, .unchanged)
    let album = try await stores.makeAlbum(1, by: ada)
    try await stores.put([1], into: album.id, for: ada)
    try await stores.makeLink(1, to: Sample.album(1), by: ada, at: 0)
    try await stores.edit(third, .deletion(restorableBy: bob.id))
  }
}

/// Progress that was told, and stops at some point.
final class HeardProgress: Sendable {
  private let steps = Mutex<[StorageProgress]>([])
  private let last: StorageProgress.Step?

  /// - Parameter last: The step at which the work is to stop.
  init(stoppingAt last: StorageProgress.Step? = nil) { self.last = last }

  var all: [StorageProgress] { steps.withLock(\.self) }

  func hear(_ progress: StorageProgress) throws {
    steps.withLock { $0.append(progress) }
    if progress.step == last { throw CancellationError() }
  }
}
