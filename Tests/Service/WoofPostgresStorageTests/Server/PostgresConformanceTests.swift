// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofStoreConformance

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgresConformanceTests {
  private static let behaviours =
    StoreBehaviour.central + StoreBehaviour.administrative + StoreBehaviour.deriving + StoreBehaviour.grants
    + StoreBehaviour.archives
    + StoreBehaviour.sharing
    + StoreBehaviour.timelines

  @Test(arguments: behaviours)
  func `the stores on PostgreSQL fulfil the contract of the core`(_ behaviour: StoreBehaviour) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { try await behaviour.check($0.stores) }
    }
  }

  @Test(.enabled(if: PostgreSQLInstallation.hasPooler), arguments: behaviours.oneIn(4))
  func `the stores fulfil it through a pooler in transaction mode`(_ behaviour: StoreBehaviour) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode(through: TestPooler.shared.port) { try await behaviour.check($0.stores) }
    }
  }
}
