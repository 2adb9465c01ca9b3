// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofCore
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// A database with the schema of the stores, and stores on it, each as on a node of its own.
struct StoreTestDatabase: Sendable {
  let server: PostgreSQLTestServer
  let name: String

  /// Runs a test with a new database, which is removed after it.
  static func with(
    _ server: PostgreSQLTestServer? = nil, _ body: (StoreTestDatabase) async throws -> Void
  ) async throws {
    let server = try server ?? PostgreSQLTestServer.shared
    try await server.withDatabase(migratedBy: PostgresSchema.migrations) {
      try await body(StoreTestDatabase(server: server, name: $0))
    }
  }

  /// Waits until somebody, or so many, wait for a lock in the database; other tests use others of the same server.
  func waitUntilSomebodyIsHeldUp(_ waiting: Int = 1) async throws {
    try await eventually {
      let count = try server.execute(
        """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        """, in: name)
      return count == ["\(waiting)"]
    }
  }

  /// Opens stores, as a node does, for the time of `body`.
  func withNode<Result>(
    through port: Int? = nil, _ configuration: PostgreSQLPoolConfiguration = PostgreSQLPoolConfiguration(),
    pollingInterval: Duration = .milliseconds(5), upkeep: PostgresUpkeepConfiguration? = nil,
    _ body: (PostgresStore) async throws -> Result
  ) async throws -> Result {
    let settings = try PostgreSQLSettings(server.connectionString(of: name, port: port))
    let store = try await PostgresStore(
      settings, configuration: configuration, pollingInterval: pollingInterval, upkeep: upkeep)
    defer { store.close() }
    return try await body(store)
  }
}

extension PostgresStore {
  /// The stores, for the tests of the contract.
  var stores: StoresUnderTest { StoresUnderTest(self) }
}
