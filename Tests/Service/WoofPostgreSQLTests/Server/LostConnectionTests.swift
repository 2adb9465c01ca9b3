// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofPostgreSQL

@testable import TestKit

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct LostConnectionTests {
  /// Runs a test with a database behind a relay.
  private static func behindRelay(
    _ configuration: PostgreSQLPoolConfiguration = PostgreSQLPoolConfiguration(size: 1),
    _ body: (TestDatabase, FaultyRelay) async throws -> Void
  ) async throws {
    let relay = try FaultyRelay(before: PostgreSQLTestServer.shared.port)
    try await TestDatabase.with(.direct, configuration, through: relay.port) { try await body($0, relay) }
  }

  @Test func `what only reads is asked again over another connection`() async throws {
    try await Self.behindRelay { database, relay in
      let number = try await database.number("SELECT 1::int8")
      #expect(number == 1)
      relay.mode = .keepsAnswers
      let call = Task { try await database.number("SELECT 2::int8") }
      try await eventually { database.pool.statistics.activeCount == 1 }
      relay.mode = .passes
      relay.cut()
      let next = try await call.value
      #expect(next == 2)
      #expect(relay.acceptedCount >= 1)
    }
  }

  @Test func `a commit that was sent and not answered is unknown, and reading tells`() async throws {
    try await Self.behindRelay { database, relay in
      try database.execute("CREATE TABLE dog (name text PRIMARY KEY)")
      let number = try await database.number("SELECT 1::int8")
      #expect(number == 1)
      relay.mode = .keepsAnswers
      let insert = PostgreSQLBatch.writing([PostgreSQLStatement("INSERT INTO dog VALUES ('rex')")])
      let call = Task { try await database.pool.run(insert) }
      // The commit arrives, and its answer does not.
      try await eventually { try database.server.execute("SELECT count(*) FROM dog", in: database.name) == ["1"] }
      relay.mode = .passes
      relay.cut()
      let error = await #expect(throws: PostgreSQLError.self) { try await call.value }
      #expect(error?.code == .outcomeUnknown)
      let next = try await database.number("SELECT count(*) FROM dog")
      #expect(next == 1)
    }
  }

  @Test func `what was never sent has not been done`() async throws {
    try await Self.behindRelay { database, relay in
      relay.mode = .refuses
      let insert = PostgreSQLBatch.writing([PostgreSQLStatement("CREATE TABLE cat (name text)")])
      let error = await #expect(throws: PostgreSQLError.self) {
        try await database.pool.run(insert, deadline: .milliseconds(300))
      }
      #expect(error?.code == .unreachable)
      #expect(error?.isRetryable == true)
      #expect(database.pool.statistics.lastFailure?.code == .unreachable)
    }
  }

  @Test func `connections are made anew when the server is there again`() async throws {
    try await Self.behindRelay { database, relay in
      let number = try await database.number("SELECT 1::int8")
      #expect(number == 1)
      relay.mode = .refuses
      relay.cut()
      try await eventually { database.pool.statistics.connectionCount == 0 }
      let call = Task { try await database.number("SELECT 2::int8") }
      try await eventually { relay.acceptedCount >= 3 }
      relay.mode = .passes
      let next = try await call.value
      #expect(next == 2)
      #expect(database.pool.statistics.lastFailure == nil)
    }
  }

  @Test func `a connection on which nothing comes any more is left`() async throws {
    let configuration = PostgreSQLPoolConfiguration(size: 1, deadline: .milliseconds(100))
    try await Self.behindRelay(configuration) { database, relay in
      _ = try await database.pool.run(.reading(PostgreSQLStatement("SELECT 1")), deadline: .seconds(60))
      relay.mode = .stalls
      await #expect(throws: PostgreSQLError.self) {
        try await database.pool.run(.reading(PostgreSQLStatement("SELECT 2")))
      }
      try await eventually { database.pool.statistics.connectionCount == 0 }
      relay.mode = .passes
      _ = try await database.pool.run(.reading(PostgreSQLStatement("SELECT 3")), deadline: .seconds(60))
    }
  }

  @Test func `a session that the server ends is made anew`() async throws {
    try await TestDatabase.with(.direct, PostgreSQLPoolConfiguration(size: 1)) { database in
      let backend = try #require(try await database.number("SELECT pg_backend_pid()"))
      let call = Task { try await database.number("SELECT count(pg_sleep(60))") }
      try await eventually { database.pool.statistics.activeCount == 1 }
      call.cancel()
      try database.execute("SELECT pg_terminate_backend(\(backend))")
      let next = try await database.number("SELECT pg_backend_pid()")
      #expect(next != backend)
    }
  }
}
