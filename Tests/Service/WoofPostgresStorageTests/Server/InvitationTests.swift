// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Invitations, with two nodes on one database.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct InvitationTests {
  @Test func `of many who come to both nodes at once, as many get in as an invitation allows`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let invitation = try await nodes.first.makeInvitation(1, by: ada, useLimit: 3)
      let count = try await nodes.countThatSucceed(of: 10, unless: .forbidden) { node, number in
        _ = try await node.join("guest\(number)", by: 1)
      }
      #expect(count == 3)
      let found = try await nodes.second.invitation(invitation.id, at: Sample.time(0))
      #expect(found?.useCount == 3 && found?.newcomers.count == 3)
      let accounts = try await nodes.second.accounts()
      #expect(accounts.count == 4)
    }
  }

  @Test func `of those who take one name by several invitations on both nodes, one gets it`() async throws {
    try await TwoNodes.with { nodes in
      let inviters = try await nodes.first.stores.accounts(6)
      for (number, inviter) in inviters.enumerated() {
        _ = try await nodes.first.makeInvitation(number, by: inviter)
      }
      let count = try await nodes.countThatSucceed(of: 6, unless: .conflict) { node, number in
        _ = try await node.join("bob", by: number)
      }
      #expect(count == 1)
      let query = InvitationQuery(account: nil, limit: 10, at: Sample.time(0))
      let uses = try await nodes.second.invitations(query).map(\.useCount)
      #expect(uses.reduce(0, +) == 1)
    }
  }

  @Test func `an account that comes by an invitation is known to be new on the other node`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      _ = try await nodes.first.makeInvitation(1, by: ada)
      try await nodes.expectNews { try await $0.join("bob", by: 1) }
    }
  }

  @Test func `nobody gets in beside the disabling of the inviter`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      _ = try await nodes.first.makeInvitation(1, by: ada)
      let holder = try nodes.holdingAccount(ada.name)
      async let disabled: Void = nodes.first.setDisabled(true, of: ada.name)
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      async let refused: Void = expectProblem(.forbidden) { _ = try await nodes.second.join("bob", by: 1) }
      try await nodes.database.waitUntilSomebodyIsHeldUp(2)
      try holder.execute("COMMIT")
      try await disabled
      await refused
      let accounts = try await nodes.second.accounts()
      #expect(accounts.count == 1)
    }
  }

  @Test func `where administrators alone invite, an invitation of a member is not open`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let name = try #require(AccountName("root"))
      let root = try await nodes.first.addAccount(
        name, passwordHash: Sample.passwordHash(), isAdministrator: true, at: Sample.time(0))
      _ = try await nodes.first.makeInvitation(1, by: ada)
      _ = try await nodes.first.makeInvitation(2, by: Principal(root))
      await expectProblem(.forbidden) { _ = try await nodes.second.join("bob", by: 1, of: .administrators) }
      let found = try await nodes.second.openInvitation(
        ofSecretHash: Sample.digest(1), at: Sample.time(0), by: .administrators)
      #expect(found == nil)
      let joined = try await nodes.second.join("bob", by: 2, of: .administrators)
      #expect(!joined.isAdministrator)
    }
  }

  @Test func `invitations that are made on both nodes at once are so many as the limit`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let made = try await nodes.countThatSucceed(of: 10, unless: .insufficientStorage) { node, number in
        _ = try await node.makeInvitation(number, by: ada, countLimit: 4)
      }
      #expect(made == 4)
    }
  }
}

extension PostgresStore {
  /// Makes an invitation whose secret is the sample of its number; it expires after 100 milliseconds.
  func makeInvitation(
    _ number: Int, by inviter: Principal, useLimit: Int = 1, countLimit: Int = 10
  ) async throws -> Invitation {
    let invitation = Invitation(
      id: InvitationID(uuid: Sample.photoID(1000 + number)), inviter: inviter, note: "For guest \(number)",
      useLimit: useLimit, createdAt: Sample.time(0), expiresAt: Sample.time(100))
    try await addInvitation(invitation, secretHash: Sample.digest(number), countLimit: countLimit)
    return invitation
  }

  /// Adds an account by the invitation of a number.
  func join(
    _ name: String, by number: Int, of inviters: SignUpPolicy.Inviters = .members
  ) async throws -> Account {
    let name = try #require(AccountName(name))
    return try await addAccount(
      name, passwordHash: Sample.passwordHash(), invitedBy: Sample.digest(number), at: Sample.time(0), by: inviters)
  }
}
