// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofPostgreSQL
import WoofPostgresStorage
import WoofStorage

@testable import TestKit
@testable import WoofRecordCopy

/// Nobody adds a table or a column to a schema without saying what becomes of it in a copy.
struct RecordMappingTests {
  @Test func `every table and column of the embedded schema is copied, or stays behind for a reason`() throws {
    let folder = try TemporaryFolder()
    let records = try RecordFile(at: folder.path("woof.db"))
    let tables = try records.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")
      // Those that belong to search indexes.
      .filter { table in !["listed_search_", "owned_search_"].contains { table.hasPrefix($0) } }
    try Self.compare(RecordMapping.toEmbedded, RecordMapping.embeddedRest, tables: tables) {
      try records.texts("SELECT name FROM pragma_table_info('\($0)')")
    }
  }

  @Test(.enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"))
  func `every table and column of PostgreSQL is copied, or stays behind for a reason`() async throws {
    try await CopiedLibrary.with { library in
      let pool = try PostgreSQLPool(try library.settings)
      defer { pool.close() }
      try await pool.migrate(by: PostgresSchema.migrations)
      let tables = try library.server.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
        in: library.database)
      try Self.compare(RecordMapping.toPostgres, RecordMapping.postgresRest, tables: tables) { table in
        try library.server.execute(
          "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '\(table)'",
          in: library.database)
      }
    }
  }

  private static func compare(
    _ copied: [CopiedTable], _ rest: [String: String], tables: [String], columns: (String) throws -> [String]
  ) throws {
    let named = copied.map(\.name)
    #expect(Set(named).count == named.count)
    #expect(Set(tables) == Set(named).union(rest.keys), "RecordMapping has to name each table")
    for table in copied {
      let filled = table.columns.map(\.name)
      #expect(Set(filled).count == filled.count)
      #expect(Set(filled).isDisjoint(with: table.defaults))
      #expect(
        Set(try columns(table.name)) == Set(filled).union(table.defaults),
        "RecordMapping has to name each column of \(table.name)")
    }
  }
}
