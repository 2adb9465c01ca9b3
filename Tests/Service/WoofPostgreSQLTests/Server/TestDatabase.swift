// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofPostgreSQL

/// The way to the server.
enum Route: String, CaseIterable, Sendable {
  case direct
  case throughPooler

  /// The routes for which everything is installed.
  static let installed = PostgreSQLInstallation.hasPooler ? allCases : [.direct]
}

/// A new database, and a pool for it.
struct TestDatabase: Sendable {
  let name: String
  let server: PostgreSQLTestServer
  let port: Int
  let pool: PostgreSQLPool

  /// Runs a test with a new database, which is removed after it.
  static func with(
    _ route: Route = .direct, _ configuration: PostgreSQLPoolConfiguration = PostgreSQLPoolConfiguration(),
    through port: Int? = nil, _ body: (TestDatabase) async throws -> Void
  ) async throws {
    let server = try PostgreSQLTestServer.shared
    let name = try server.makeDatabase()
    defer { server.removeDatabase(name) }
    let port = try port ?? (route == .direct ? server.port : TestPooler.shared.port)
    let settings = try PostgreSQLSettings(server.connectionString(of: name, port: port))
    let pool = try PostgreSQLPool(settings, configuration)
    defer { pool.close() }
    try await body(TestDatabase(name: name, server: server, port: port, pool: pool))
  }

  /// The number that a statement gives.
  func number(_ text: String, _ parameters: PostgreSQLValue...) async throws -> Int64? {
    try await pool.read(PostgreSQLStatement(text, parameters)).first { (row) throws(PostgreSQLError) in
      try row.integer()
    }
  }

  /// Runs statements of the test itself.
  func execute(_ statements: String) throws { try server.execute(statements, in: name) }
}
