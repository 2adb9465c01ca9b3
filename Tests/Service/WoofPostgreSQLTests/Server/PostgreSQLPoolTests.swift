// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofPostgreSQL

@testable import TestKit

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgreSQLPoolTests {
  @Test(arguments: Route.installed)
  func `values of every type come back as they went`(route: Route) async throws {
    try await TestDatabase.with(route) { database in
      let statement = PostgreSQLStatement(
        "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::int4, $11::int2", .integer(.min), .boolean(true),
        .text("Zaunkönig 'x' \\ "), .bytes([0, 255, 10]), .integers([1, nil, .max]), .booleans([true, nil, false]),
        .texts(["", nil, "ü"]), .byteStrings([[], nil, [0]]), .text(nil), .integer(-7), .integer(9))
      let rows = try await database.pool.read(statement)
      try #require(rows.count == 1)
      _ = try rows.first { (row) throws(PostgreSQLError) in
        let value1 = try row.integer()
        #expect(value1 == .min)
        let value2 = try row.boolean()
        #expect(value2 == true)
        let value3 = try row.text()
        #expect(value3 == "Zaunkönig 'x' \\ ")
        let value4 = try row.bytes()
        #expect(value4 == [0, 255, 10])
        let value5 = try row.integers()
        #expect(value5 == [1, nil, .max])
        let value6 = try row.booleans()
        #expect(value6 == [true, nil, false])
        let value7 = try row.texts()
        #expect(value7 == ["", nil, "ü"])
        let value8 = try row.byteStrings()
        #expect(value8 == [[], nil, [0]])
        let value9 = try row.optionalText()
        #expect(value9 == nil)
        let value10 = try row.integer()
        #expect(value10 == -7)
        let value11 = try row.integer()
        #expect(value11 == 9)
      }
    }
  }

  @Test(arguments: Route.installed)
  func `empty values and arrays are not NULL`(route: Route) async throws {
    try await TestDatabase.with(route) { database in
      let rows = try await database.pool.read(
        PostgreSQLStatement("SELECT $1, $2, $3", .text(""), .bytes([]), .integers([])))
      _ = try rows.first { (row) throws(PostgreSQLError) in
        let value12 = try row.optionalText()
        #expect(value12 == "")
        let value13 = try row.optionalBytes()
        #expect(value13 == [])
        let value14 = try row.integers()
        #expect(value14 == [])
      }
    }
  }

  @Test func `a column that holds something else is an error, not a crash`() async throws {
    try await TestDatabase.with { database in
      let rows = try await database.pool.read(PostgreSQLStatement("SELECT 'x'::text, NULL::int8"))
      #expect(throws: PostgreSQLError.self) {
        try rows.first { (row) throws(PostgreSQLError) in try row.integer() }
      }
      #expect(throws: PostgreSQLError.self) {
        try rows.first { (row) throws(PostgreSQLError) in
          _ = try row.text()
          return try row.integer()
        }
      }
      #expect(throws: PostgreSQLError.self) {
        try rows.first { (row) throws(PostgreSQLError) in
          for _ in 0..<3 { _ = try row.optionalText() }
          return try row.bytes()
        }
      }
    }
  }

  @Test(arguments: Route.installed)
  func `a batch is a transaction: an error undoes all of it, and says where it was`(route: Route) async throws {
    try await TestDatabase.with(route) { database in
      try database.execute("CREATE TABLE dog (name text PRIMARY KEY)")
      let insert = { (name: String) in PostgreSQLStatement("INSERT INTO dog VALUES ($1)", .text(name)) }
      let error = await #expect(throws: PostgreSQLError.self) {
        try await database.pool.run(.writing([insert("rex"), insert("rex"), insert("bello")]))
      }
      #expect(error?.code == .constraint)
      #expect(error?.statement == 1)
      #expect(error?.constraint == "dog_pkey")
      let number = try await database.number("SELECT count(*) FROM dog")
      #expect(number == 0)
      let rows = try await database.pool.run(
        .writing([insert("rex"), PostgreSQLStatement("SELECT count(*) FROM dog")]))
      #expect(rows.map(\.affectedCount) == [1, 1])
      let next = try await database.number("SELECT count(*) FROM dog")
      #expect(next == 1)
    }
  }

  @Test(arguments: Route.installed)
  func `many calls at once each get their own answer, also beside those that fail`(route: Route) async throws {
    try await TestDatabase.with(route) { database in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<400 as Range<Int64> {
          group.addTask {
            if number % 7 == 0 {
              await #expect(throws: PostgreSQLError.self) {
                try await database.number("SELECT 1 / (0 * $1)", .integer(number))
              }
            } else {
              let answer = try await database.number("SELECT $1 + 1", .integer(number))
              #expect(answer == number + 1)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(database.pool.statistics.connectionCount <= 4)
      #expect(database.pool.statistics.activeCount == 0)
    }
  }

  @Test(arguments: Route.installed)
  func `a limit of time counts for its transaction and for nothing after it`(route: Route) async throws {
    try await TestDatabase.with(route, PostgreSQLPoolConfiguration(size: 1)) { database in
      let slow = PostgreSQLBatch(
        [PostgreSQLStatement("SELECT pg_sleep(60)")], effect: .reads, statementTimeout: .milliseconds(30))
      let error = await #expect(throws: PostgreSQLError.self) { try await database.pool.run(slow) }
      #expect(error?.sqlState == "57014")
      #expect(error?.statement == 0)
      let number = try await database.number("SELECT length(current_setting('statement_timeout'))::int8")
      #expect(number == 1)
    }
  }

  @Test(arguments: Route.installed)
  func `a lock that is not had in time is an error that may go away`(route: Route) async throws {
    try await TestDatabase.with(route) { database in
      try database.execute("CREATE TABLE dog (name text)")
      let other = try BlockingSession(database.server.connectionString(of: database.name))
      try other.execute("BEGIN; LOCK TABLE dog")
      let write = PostgreSQLBatch(
        [PostgreSQLStatement("INSERT INTO dog VALUES ('rex')")], effect: .writes, lockTimeout: .milliseconds(30))
      let error = await #expect(throws: PostgreSQLError.self) { try await database.pool.run(write) }
      #expect(error?.sqlState == "55P03")
      #expect(error?.isRetryable == true)
      try other.execute("COMMIT")
      _ = try await database.pool.run(write)
    }
  }

  @Test(arguments: Route.installed)
  func `a call that is cancelled ends, its answer is thrown away, and the connection stays`(route: Route) async throws {
    try await TestDatabase.with(route, PostgreSQLPoolConfiguration(size: 1)) { database in
      let backend = try await database.number("SELECT pg_backend_pid()")
      let call = Task { try await database.number("SELECT count(pg_sleep(0.3))") }
      try await eventually { database.pool.statistics.activeCount == 1 }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      let number = try await database.number("SELECT 5::int8")
      #expect(number == 5)
      let sameBackend = try await database.number("SELECT pg_backend_pid()")
      #expect(route == .throughPooler || sameBackend == backend)
    }
  }

  @Test func `who waits longer than it wanted is told, and a server that is stuck is left`() async throws {
    try await TestDatabase.with(.direct, PostgreSQLPoolConfiguration(size: 1)) { database in
      let backend = try await database.number("SELECT pg_backend_pid()")
      let batch = PostgreSQLBatch.reading(PostgreSQLStatement("SELECT pg_sleep(60)"))
      let error = await #expect(throws: PostgreSQLError.self) {
        try await database.pool.run(batch, deadline: .milliseconds(50))
      }
      #expect(error?.code == .timedOut)
      let next = try await database.number("SELECT pg_backend_pid()")
      #expect(next != backend)
    }
  }

  @Test func `who waits no longer for what writes does not know what became of it`() async throws {
    try await TestDatabase.with { database in
      let batch = PostgreSQLBatch.writing([PostgreSQLStatement("SELECT pg_sleep(1)")])
      let error = await #expect(throws: PostgreSQLError.self) {
        _ = try await database.pool.run(.reading(PostgreSQLStatement("SELECT 1")))
        return try await database.pool.run(batch, deadline: .milliseconds(100))
      }
      #expect(error?.code == .outcomeUnknown)
    }
  }

  @Test func `more calls than may wait are refused at once`() async throws {
    let configuration = PostgreSQLPoolConfiguration(size: 1, depthLimit: 1, waitingLimit: 2)
    try await TestDatabase.with(.direct, configuration) { database in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 {
          group.addTask {
            do {
              _ = try await database.pool.run(.reading(PostgreSQLStatement("SELECT pg_sleep(0.2)")))
              return true
            } catch let error as PostgreSQLError where error.code == .overloaded {
              return false
            }
          }
        }
        var served = 0
        for try await isServed in group where isServed { served += 1 }
        #expect((2...4).contains(served))
      }
    }
  }

  @Test func `statements are prepared once, where the settings say so`() async throws {
    try await TestDatabase.with(.direct, PostgreSQLPoolConfiguration(size: 1, preparesStatements: true)) { database in
      for number in 1...5 as ClosedRange<Int64> {
        let double = try await database.number("SELECT $1 * 2", .integer(number))
        #expect(double == 2 * number)
      }
      await #expect(throws: PostgreSQLError.self) { try await database.number("SELECT nothing") }
      await #expect(throws: PostgreSQLError.self) { try await database.number("SELECT nothing") }
      let query = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1%'"
      let next = try await database.number(query)
      #expect(next == 1)
    }
  }

  @Test func `nothing stays behind in the session by default`() async throws {
    try await TestDatabase.with(.direct, PostgreSQLPoolConfiguration(size: 1)) { database in
      for number in 1...3 as ClosedRange<Int64> { _ = try await database.number("SELECT $1", .integer(number)) }
      let number = try await database.number("SELECT count(*) FROM pg_prepared_statements")
      #expect(number == 0)
    }
  }

  @Test func `a pool that is closed fails what is under way and what comes`() async throws {
    try await TestDatabase.with { database in
      let call = Task { try await database.number("SELECT count(pg_sleep(60))") }
      try await eventually { database.pool.statistics.activeCount == 1 }
      database.pool.close()
      await #expect(throws: PostgreSQLError.self) { try await call.value }
      let error = await #expect(throws: PostgreSQLError.self) { try await database.number("SELECT 1") }
      #expect(error?.code == .closed)
    }
  }
}
