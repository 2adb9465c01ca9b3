// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// The grants of accounts, with two nodes on one database.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct GrantTests {
  @Test func `an app password that one node revokes is looked at again on the other`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let password = try await nodes.first.makeAppPassword(1, for: ada)
      let found = try await nodes.second.appPassword(password.id)
      #expect(found == password)
      try await nodes.expectNews { try await $0.removeAppPassword(password.id, of: ada.id) }
      let left = try await nodes.second.appPassword(password.id)
      #expect(left == nil)
    }
  }

  @Test func `a session that one node ends is looked at again on the other`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let session = try await nodes.first.beginSession(1, for: ada)
      try await nodes.expectNews { try await $0.removeBrowserSession(session.id, of: ada.id) }
      _ = try await nodes.first.beginSession(2, for: ada)
      try await nodes.expectNews { try await $0.beginSession(3, for: ada, countLimit: 1) }
      try await nodes.expectNews { try await $0.removeBrowserSessions(of: ada.id) }
    }
  }

  @Test func `a new password ends app passwords and sessions, and disabling the latter`() async throws {
    try await TwoNodes.with { nodes in
      let (ada, bob) = (try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"))
      for (number, account) in [ada, bob].enumerated() {
        _ = try await nodes.first.makeAppPassword(number, for: account)
        _ = try await nodes.first.beginSession(number, for: account)
      }
      let hash = try Sample.passwordHash("new")
      try await nodes.expectNews { try await $0.setPasswordHash(hash, of: ada.name) }
      let first = try await nodes.second.grantCounts()
      #expect(first == [1, 1])
      try await nodes.expectNews { try await $0.setDisabled(true, of: bob.name) }
      let second = try await nodes.second.grantCounts()
      #expect(second == [1, 0])
      try await nodes.first.setDisabled(false, of: bob.name)
      let third = try await nodes.second.grantCounts()
      #expect(third == [1, 0])
      await expectProblem(.authenticationRequired) { _ = try await nodes.second.makeAppPassword(9, for: ada) }
      await expectProblem(.authenticationRequired) { _ = try await nodes.second.beginSession(9, for: ada) }
    }
  }

  @Test func `a password that another does not replace any more takes nothing away`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      _ = try await nodes.first.makeAppPassword(1, for: ada)
      _ = try await nodes.first.beginSession(1, for: ada)
      let hash = try Sample.passwordHash("new")
      await expectProblem(.preconditionFailed) {
        try await nodes.second.setPasswordHash(hash, of: ada.name, replacing: 7)
      }
      let counts = try await nodes.first.grantCounts()
      #expect(counts == [1, 1])
    }
  }

  @Test func `app passwords that are made on both nodes at once are so many as the limit`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let made = try await nodes.countThatSucceed(of: 12, unless: .insufficientStorage) { node, number in
        _ = try await node.makeAppPassword(number, for: ada, countLimit: 5)
      }
      #expect(made == 5)
      let counts = try await nodes.first.grantCounts()
      #expect(counts == [5, 0])
    }
  }

  @Test func `of sessions that begin on both nodes at once as many last as the limit says`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let begun = try await nodes.countThatSucceed(of: 12, unless: .internal) { node, number in
        _ = try await node.beginSession(number, for: ada, countLimit: 5)
      }
      #expect(begun == 12)
      let counts = try await nodes.first.grantCounts()
      #expect(counts == [0, 5])
    }
  }

  @Test func `what is granted while the password changes does not outlive it`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let hash = try Sample.passwordHash("new")
      // Both wait for the account, the change behind the grant, whose statement it must not have seen the tables before.
      let holder = try nodes.holdingAccount(ada.name)
      async let granted: Void = { _ = try await nodes.first.beginSession(1, for: ada) }()
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      async let changed: Void = nodes.second.setPasswordHash(hash, of: ada.name)
      try await nodes.database.waitUntilSomebodyIsHeldUp(2)
      try holder.execute("COMMIT")
      try await granted
      try await changed
      let counts = try await nodes.first.grantCounts()
      #expect(counts == [0, 0])
    }
  }

  @Test func `nothing is granted under a password that is being replaced`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let hash = try Sample.passwordHash("new")
      let holder = try nodes.holdingAccount(ada.name)
      async let changed: Void = nodes.second.setPasswordHash(hash, of: ada.name)
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      async let refused: Void = expectProblem(.authenticationRequired) {
        _ = try await nodes.first.makeAppPassword(1, for: ada)
      }
      try await nodes.database.waitUntilSomebodyIsHeldUp(2)
      try holder.execute("COMMIT")
      try await changed
      await refused
      let counts = try await nodes.first.grantCounts()
      #expect(counts == [0, 0])
    }
  }
}
