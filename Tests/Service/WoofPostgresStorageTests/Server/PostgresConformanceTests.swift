// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofStoreConformance

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgresConformanceTests {
  /// Behaviours that derive from photos, for which there is no store on PostgreSQL yet.
  private static let asksForMore: Set = [
    "photos of the same bytes are known to whom the rule of access lets find them",
    "favourites, derived data and edits that change nothing leave a revision",
    "a view sums up public photos, own ones and favourites, whatever happens to them",
    "a photo says whether something is still to be derived from it",
  ]

  private static let behaviours = (StoreBehaviour.central + StoreBehaviour.administrative).filter { !asksForMore.contains($0.description) }

  @Test(arguments: behaviours)
  func `the stores on PostgreSQL fulfil the contract of the core`(_ behaviour: StoreBehaviour) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { try await behaviour.check($0.stores) }
    }
  }

  @Test(.enabled(if: PostgreSQLInstallation.hasPooler), arguments: behaviours)
  func `the stores fulfil it through a pooler in transaction mode`(_ behaviour: StoreBehaviour) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode(through: TestPooler.shared.port) { try await behaviour.check($0.stores) }
    }
  }
}
