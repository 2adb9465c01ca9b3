// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofPostgreSQL
import WoofPostgresStorage
import WoofSQLite
import WoofStorage
import WoofStoreConformance

@testable import TestKit
@testable import WoofRecordCopy

/// Copies, to the other side and back, of all that the shared tests of stores leave behind.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(5)))
struct RoundTripTests {
  @Test func `the behaviours of stores leave something in every table that is copied`() async throws {
    var empty = Set(RecordMapping.toEmbedded.map(\.name))
    for behaviour in CopiedLibrary.behaviours where !empty.isEmpty {
      let folder = try TemporaryFolder()
      let serving = try DataFolder.open(at: folder.path("data"), for: .service)
      let storage = try EmbeddedStorage(in: serving, time: StandingTime())
      try await behaviour.check(StoresUnderTest(storage))
      await storage.close()
      let data = try DataFolder.open(at: folder.path("data"), for: .upkeep)
      let records = try RecordFile(copying: data, to: folder.path("copy"))
      for table in empty where try !records.texts("SELECT 'row' FROM \(table) LIMIT 1").isEmpty { empty.remove(table) }
    }
    // The deletion of an account is over before anybody can look.
    #expect(empty.subtracting(["account_deletion"]).isEmpty, "nothing is in \(empty.sorted())")
  }

  @Test(arguments: CopiedLibrary.behaviours.oneIn(3))
  func `what the embedded stores keep is the same after it was in PostgreSQL`(_ behaviour: StoreBehaviour) async throws
  {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { try await behaviour.check(StoresUnderTest($0)) }
      let records = try library.records()
      try await library.copyIn(records)
      let back = try library.copyOut()
      try Self.expectEqual(try records.rows(), try back.rows())
      #expect(try back.texts("SELECT 'broken' FROM pragma_foreign_key_check").isEmpty)
      try Self.expectSameNumbers(records, back)
    }
  }

  @Test(arguments: CopiedLibrary.behaviours.oneIn(8))
  func `what PostgreSQL keeps is the same after it was in the embedded schema`(_ behaviour: StoreBehaviour) async throws
  {
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.installationSecret()
        try await behaviour.check(StoresUnderTest(node))
      }
      let records = try library.copyOut()
      try await library.withSecondDatabase { second in
        try await second.copyIn(records)
        try Self.expectEqual(try Self.rows(library), try Self.rows(second))
      }
    }
  }

  private static func expectEqual(_ before: [String: [String]], _ after: [String: [String]]) throws {
    #expect(before.keys.sorted() == after.keys.sorted())
    for (table, rows) in before where rows != after[table] {
      Issue.record("\(table) had \(rows) and has \(after[table, default: []])")
    }
  }

  /// No number is given that was given before.
  private static func expectSameNumbers(_ before: RecordFile, _ after: RecordFile) throws {
    let query = "SELECT name || ' ' || seq FROM sqlite_sequence WHERE seq > 0"
    #expect(try before.texts(query) == after.texts(query))
  }

  /// The rows of a database that are to be the same, as texts.
  private static func rows(_ library: CopiedLibrary) throws -> [String: [String]] {
    // Marks, leases and counts of attempts are of nodes; what plugins say may stand in both columns of annotations; photos that are
    // to be looked through are all those from the first one on.
    let inexact: [String: Set<String>] = [
      "album": ["first_mark", "mark", "revision"], "photo_detail": ["annotations", "plugin_annotations", "is_unseen"],
    ]
    var rows: [String: [String]] = [:]
    for table in RecordMapping.toPostgres where table.name != "check_value" {
      let columns = table.columns.map(\.name).filter { !inexact[table.name, default: []].contains($0) }
      rows[table.name] = try library.server.execute(
        "SELECT ROW(\(columns.joined(separator: ", ")))::text FROM \(table.name) ORDER BY 1", in: library.database)
    }
    let others = [
      "account_tally": """
      SELECT account_tally::text FROM account_tally
      WHERE (photo_count, byte_count, deleted_photo_count, deleted_byte_count) <> (0, 0, 0, 0) ORDER BY 1
      """,
      "photo_words": "SELECT photo_words::text FROM photo_words ORDER BY 1",
      "counter": "SELECT counter::text FROM counter ORDER BY 1",
      "installation": "SELECT installation::text FROM installation ORDER BY 1",
      "change_number": "SELECT last_value::text FROM change_number",
    ]
    for (name, query) in others { rows[name] = try library.server.execute(query, in: library.database) }
    return rows
  }
}
