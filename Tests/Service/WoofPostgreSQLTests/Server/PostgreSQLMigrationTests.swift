// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofPostgreSQL

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgreSQLMigrationTests {
  private static let migrations = [
    PostgreSQLMigration(version: 1, ["CREATE TABLE dog (name text)", "INSERT INTO dog VALUES ('rex')"]),
    PostgreSQLMigration(version: 2, ["INSERT INTO dog VALUES ('bello')", "SELECT pg_sleep(0.05)"]),
  ]

  @Test(arguments: Route.installed)
  func `nodes that start at once bring the schema up to date once`(route: Route) async throws {
    try await TestDatabase.with(route) { database in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 { group.addTask { try await database.pool.migrate(by: Self.migrations) } }
        try await group.waitForAll()
      }
      let number = try await database.pool.schemaVersion()
      #expect(number == 2)
      let next = try await database.number("SELECT count(*) FROM dog")
      #expect(next == 2)
    }
  }

  @Test func `a schema of a newer release is refused in words`() async throws {
    try await TestDatabase.with { database in
      try await database.pool.migrate(by: Self.migrations)
      let error = await #expect(throws: PostgreSQLError.self) {
        try await database.pool.migrate(by: [Self.migrations[0]])
      }
      #expect(error?.code == .newerSchema)
      #expect(error?.message.contains("has schema 2, this release knows up to 1") == true)
    }
  }

  @Test func `a migration that fails changes nothing and says why`() async throws {
    try await TestDatabase.with { database in
      let broken = PostgreSQLMigration(version: 3, ["INSERT INTO dog VALUES ('waldi')", "INSERT INTO cat VALUES (1)"])
      let error = await #expect(throws: PostgreSQLError.self) {
        try await database.pool.migrate(by: Self.migrations + [broken])
      }
      #expect(error?.sqlState == "42P01")
      #expect(error?.statement == 3)
      let number = try await database.pool.schemaVersion()
      #expect(number == 2)
      let next = try await database.number("SELECT count(*) FROM dog")
      #expect(next == 2)
    }
  }
}
