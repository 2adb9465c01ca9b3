// SPDX-License-Identifier: Apache-2.0

import Glibc
import ObjectStoreTestKit
import PostgreSQLTestKit
import WoofCore
import WoofCryptography
import WoofModel
import WoofPostgreSQL
import WoofS3
import WoofStoreConformance

@testable import TestKit
@testable import WoofObjectStorage
@testable import WoofPostgresStorage

/// A database of records, and nodes on it whose blobs are in one bucket.
struct SharedDatabase: Sendable {
  let server: PostgreSQLTestServer
  let name: String
  let folder: TemporaryFolder

  /// Runs a test with a new database, which is removed after it.
  static func with(_ body: (SharedDatabase) async throws -> Void) async throws {
    let server = try PostgreSQLTestServer.shared
    try await server.withDatabase(migratedBy: PostgresSchema.migrations) { name in
      try await body(SharedDatabase(server: server, name: name, folder: try TemporaryFolder()))
    }
  }

  /// Starts a node, for the time of `body`.
  ///
  /// - Parameters:
  ///   - client: A client of the bucket.
  ///   - name: The name of the node's folder, which stays.
  ///   - upkeep: The upkeep of the node; `nil` for none.
  func withNode(
    _ client: S3Client, named name: String = "node",
    upkeep: PostgresUpkeepConfiguration? = PostgresUpkeepConfiguration(),
    _ change: (inout ObjectStorageSettings) -> Void = { _ in },
    body: (Node) async throws -> Void
  ) async throws {
    let settings = try PostgreSQLSettings(server.connectionString(of: self.name))
    let records = try await PostgresStore(settings, pollingInterval: .milliseconds(5), upkeep: upkeep)
    defer { records.close() }
    _ = try await records.installationSecret()
    var own = ObjectStorageSettings(folder: folder.path(name), installation: "tests")
    change(&own)
    let blobs = try ObjectBlobStore(client, records, own)
    try await blobs.start()
    try await body(Node(records: records, blobs: blobs))
  }

  /// The first column of a statement's rows.
  @discardableResult
  func execute(_ statement: String) throws -> [String] { try server.execute(statement, in: name) }

  /// Lets everything that is held be held no longer.
  func endHolds() throws { try execute("UPDATE blob SET hold = 0") }
}

/// A node: records and blobs.
struct Node: Sendable {
  let records: PostgresStore
  let blobs: ObjectBlobStore

  /// The stores, for the tests of the contract.
  var stores: StoresUnderTest { StoresUnderTest(records, blobs: blobs) }

  /// Places bytes.
  func place(_ text: String) throws -> (digest: Digest, hold: any BlobHold) {
    let bytes = Array(text.utf8)
    let digest = try Self.digest(of: text)
    let spool = try blobs.makeSpool()
    try spool.append(bytes.span.bytes)
    return (digest, try spool.place(as: digest))
  }

  /// Places bytes and makes them durable.
  @discardableResult
  func secure(_ text: String) async throws -> Digest {
    let (digest, hold) = try place(text)
    try await hold.secure()
    return digest
  }

  /// A photo with these bytes.
  static func draft(_ number: Int, of text: String, by owner: Principal) throws -> PhotoDraft {
    var draft = Sample.draft(number, by: owner)
    (draft.original.digest, draft.original.byteCount) = (try digest(of: text), Int64(text.utf8.count))
    return draft
  }

  /// Takes a photo in, as an upload does.
  @discardableResult
  func upload(_ number: Int, _ text: String, by owner: Principal) async throws -> PhotoID {
    let (_, hold) = try place(text)
    try await hold.secure()
    let addition = try await records.addPhoto(try Self.draft(number, of: text, by: owner), idempotency: nil)
    withExtendedLifetime(hold) {}
    return addition.photoID
  }

  /// Reads a blob that is here, or is fetched.
  func read(_ digest: Digest) async throws -> String? {
    var file = try blobs.open(digest)
    if file == nil { file = try await blobs.fetch(digest) }
    guard let file else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(file.byteCount))
    guard pread(file.descriptor, &bytes, bytes.count, 0) == bytes.count else { throw Unexpected("too few bytes") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The key of the object of a blob; `nil` for one that has no entry.
  func key(of digest: Digest) async throws -> String? {
    let entry = try await records.entries(of: [digest])[digest]
    return try entry.map { try blobs.names.key(of: $0.incarnation).description }
  }

  /// Lets photos go that nobody can restore any more, as upkeep does, and collects garbage.
  func collect() async throws -> ObjectCollector.Findings {
    try await records.write(
      PostgreSQLStatement("DELETE FROM restorable_photo WHERE restorable_until <= \(PostgresSchema.now)"))
    return try await collectOnly()
  }

  /// Collects garbage.
  func collectOnly() async throws -> ObjectCollector.Findings {
    var findings = ObjectCollector.Findings()
    try await ObjectCollector(of: blobs).collectGarbage(&findings)
    return findings
  }

  /// The digest of a text.
  static func digest(of text: String) throws -> Digest {
    guard let digest = Digest(SHA256.digest(of: Array(text.utf8))) else { throw Unexpected("no digest") }
    return digest
  }
}
