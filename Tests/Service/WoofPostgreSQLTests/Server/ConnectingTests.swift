// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofModel
import WoofPostgreSQL

@testable import TestKit

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct ConnectingTests {
  /// The error with which nothing is answered over a connection string.
  private static func failure(_ string: String) async throws -> PostgreSQLError? {
    let pool = try PostgreSQLPool(PostgreSQLSettings(string))
    defer { pool.close() }
    return await #expect(throws: PostgreSQLError.self) {
      try await pool.run(.reading(PostgreSQLStatement("SELECT 1")), deadline: .milliseconds(800))
    }
  }

  @Test(arguments: Route.installed)
  func `a wrong password is told in words that do not hold it`(route: Route) async throws {
    let port = try route == .direct ? PostgreSQLTestServer.shared.port : TestPooler.shared.port
    let secret = "wrong-Zaunkönig"
    let error = try await Self.failure("host=127.0.0.1 port=\(port) user=woof dbname=postgres password=\(secret)")
    #expect(error?.code == .unreachable)
    #expect(error?.debugDescription.contains("password authentication failed") == true || route == .throughPooler)
    for text in [error?.debugDescription ?? "", "\(error as Any)", WoofError(try #require(error)).debugDescription] {
      #expect(!text.contains(secret))
    }
  }

  @Test func `a database that is not there is told by its name`() async throws {
    let server = try PostgreSQLTestServer.shared
    let error = try await Self.failure(server.connectionString(of: "nowhere"))
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains(#"database "nowhere" does not exist"#) == true)
    #expect(error?.message.contains(PostgreSQLTestServer.password) == false)
  }

  @Test func `of several hosts the one that can be written is taken`() async throws {
    let server = try PostgreSQLTestServer.shared
    let dead = try ReservedPort()
    let string = """
      host=127.0.0.1,127.0.0.1 port=\(dead.port),\(server.port) user=woof dbname=postgres sslmode=disable \
      password=\(PostgreSQLTestServer.password)
      """
    let pool = try PostgreSQLPool(PostgreSQLSettings(string))
    defer { pool.close() }
    let number = try await pool.read(PostgreSQLStatement("SELECT 1")).count
    #expect(number == 1)
  }

  @Test func `a server that only reads is not taken`() async throws {
    let server = try PostgreSQLTestServer.shared
    let name = try server.makeDatabase()
    defer { server.removeDatabase(name) }
    try server.execute("ALTER DATABASE \(name) SET default_transaction_read_only = on", in: "postgres")
    let error = try await Self.failure(server.connectionString(of: name))
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("read-only") == true)
  }

  @Test func `the certificate of the server is checked where the string says so`() async throws {
    let server = try PostgreSQLTestServer.shared
    let address =
      "host=127.0.0.1 port=\(server.port) user=woof dbname=postgres password=\(PostgreSQLTestServer.password)"
    let strict = "sslmode=verify-full channel_binding=require"
    let pool = try PostgreSQLPool(
      PostgreSQLSettings("\(address) \(strict) sslrootcert=\(server.certificate)"),
      PostgreSQLPoolConfiguration(size: 1))
    defer { pool.close() }
    let rows = try await pool.read(PostgreSQLStatement("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
    #expect(try rows.first { (row) throws(PostgreSQLError) in try row.boolean() } == true)
    for number in 1...200 as ClosedRange<Int64> {
      let rows = try await pool.read(
        PostgreSQLStatement("SELECT repeat('x', 1000 * $1::int4)", .integer(number)))
      #expect(try rows.first { (row) throws(PostgreSQLError) in try row.text().utf8.count } == Int(number) * 1000)
    }
    // Without its certificate the server is a stranger.
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty")
    let error = try await Self.failure("\(address) \(strict) sslrootcert=\(folder.path("empty"))")
    #expect(error?.code == .unreachable)
  }
}
