// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofStoreConformance

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgresConformanceTests {
  /// Behaviours that restore photos, derive from them or delete accounts, for which there are no stores on PostgreSQL yet.
  private static let asksForMore: Set = [
    "what an account has follows whatever happens to its photos",
    "photos of the same bytes are known to whom the rule of access lets find them",
    "a revision grows with caption, visibility, owner, deletion and restoration",
    "favourites, derived data and edits that change nothing leave a revision",
    "it is known of a deleted photo whether its account was deleted with it, until it is restored",
    "a view sums up public photos, own ones and favourites, whatever happens to them",
    "a new password and deletion remove an account's app passwords, and nobody else's",
    "a new password, disabling and deletion end an account's browser sessions, and nobody else's",
    "an invitation lets nobody in while its inviter may not sign in or not invite",
    "a deleted newcomer counts and is named no longer",
    "a new password, disabling and deletion remove an account's tickets, and nobody else's",
  ]

  private static let behaviours = (StoreBehaviour.central + StoreBehaviour.grants)
    .filter { !asksForMore.contains($0.description) }

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
