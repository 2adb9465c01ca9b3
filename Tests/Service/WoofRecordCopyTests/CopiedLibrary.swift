// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofPostgresStorage
import WoofSQLite
import WoofStorage
import WoofStoreConformance

@testable import TestKit
@testable import WoofRecordCopy

/// A database of PostgreSQL and a folder, for copies between both.
struct CopiedLibrary: Sendable {
  let server: PostgreSQLTestServer
  let folder: TemporaryFolder
  let database: String

  /// Runs a test with a new database, which is removed after it.
  static func with(_ body: (CopiedLibrary) async throws -> Void) async throws {
    let server = try PostgreSQLTestServer.shared
    try await server.withDatabase { name in
      try await body(CopiedLibrary(server: server, folder: try TemporaryFolder(), database: name))
    }
  }

  var settings: PostgreSQLSettings {
    get throws { try PostgreSQLSettings(server.connectionString(of: database)) }
  }

  /// The same folder with another database.
  func withSecondDatabase(_ body: (CopiedLibrary) async throws -> Void) async throws {
    try await server.withDatabase { name in
      try await body(CopiedLibrary(server: server, folder: folder, database: name))
    }
  }

  /// Opens embedded stores, and closes them.
  func withEmbedded<Result>(
    _ name: String = "data", _ body: (EmbeddedStorage) async throws -> Result
  ) async throws -> Result {
    let data = try DataFolder.open(at: folder.path(name), for: .service)
    let storage = try EmbeddedStorage(in: data, time: StandingTime())
    do {
      let result = try await body(storage)
      await storage.close()
      return result
    } catch {
      await storage.close()
      throw error
    }
  }

  /// Opens stores as a node does, and closes them.
  func withNode<Result>(_ body: (PostgresStore) async throws -> Result) async throws -> Result {
    let store = try await PostgresStore(try settings, pollingInterval: .milliseconds(5), upkeep: nil)
    defer { store.close() }
    return try await body(store)
  }

  /// A copy of the embedded records.
  func records(of name: String = "data", as copy: String = "copy.db") throws -> RecordFile {
    try RecordFile(copying: DataFolder.open(at: folder.path(name), for: .upkeep), to: folder.path(copy))
  }

  /// Copies records into the database.
  func copyIn(_ records: RecordFile) async throws {
    let copy = RecordImport(into: try settings)
    try await copy.prepare()
    try copy.run(records)
  }

  /// Copies the database into records.
  func copyOut(as name: String = "out.db") throws -> RecordFile {
    let records = try RecordFile(at: folder.path(name))
    try RecordExport(of: try settings).run(into: records)
    return records
  }
}

/// The time of samples.
struct StandingTime: TimeSource {
  func now() -> Timestamp { Sample.time(0) }

  func monotonicNanoseconds() -> Int64 { 0 }

  func bootClock() -> BootClock { BootClock(boot: "first", milliseconds: 0) }
}

extension StoresUnderTest {
  init(_ storage: EmbeddedStorage) { self.init(storage.records, blobs: storage.blobs) }
}

extension RecordFile {
  /// The rows of all tables that are to be the same on both sides, as texts.
  func rows() throws -> [String: [String]] {
    var rows: [String: [String]] = [:]
    for table in RecordMapping.toEmbedded {
      // Ordinals are given anew, in the order of time.
      let columns = table.columns.map(\.name).filter { $0 != "ordinal" || table.name != "idempotency_key" }
      rows[table.name] = try texts("SELECT \(Self.row(columns)) FROM \(table.name)")
    }
    rows["share_link"] = try texts("SELECT hex(id) || ' ' || like_count || ' ' || visit_count FROM share_link")
    rows["check_value"] = try texts(
      """
      SELECT \(Self.row(["digest", "crc32"])) FROM check_value
      WHERE digest IN (SELECT digest FROM blob WHERE reference_count > 0)
      """)
    rows["tally"] = try texts("SELECT name || ' ' || value FROM tally")
    rows["account_tally"] = try texts(
      """
      SELECT \(Self.row([
        "account", "photo_count", "byte_count", "deleted_photo_count", "deleted_byte_count", "favourite_count",
      ])) FROM account_tally
      """)
    rows["album_tally"] = try texts(
      "SELECT \(Self.row(["album", "owner", "access", "photo_count"])) FROM album_tally WHERE photo_count <> 0")
    rows["view_sum"] = try texts("SELECT \(Self.row(["account", "digest", "photo_count"])) FROM view_sum")
    rows["blob"] = try texts(
      "SELECT \(Self.row(["digest", "byte_count", "reference_count"])) FROM blob WHERE reference_count > 0")
    rows["installation"] = try texts(
      """
      SELECT name || ' ' || quote(value) FROM installation
      WHERE name NOT IN ('steady-time', 'fold-generation', 'first-unseen-photo', 'newest-favourite', 'photo-id-lead')
      """)
    return rows
  }

  func texts(_ query: String) throws -> [String] {
    try database[SQL(query)].all { (columns) throws(SQLiteError) in try columns.next(String.self) }.sorted()
  }

  private static func row(_ columns: [String]) -> String {
    columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
  }
}
