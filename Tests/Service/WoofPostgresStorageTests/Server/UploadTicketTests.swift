// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Tickets, with two nodes on one database.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct UploadTicketTests {
  @Test func `by a ticket that comes to both nodes at once one photo is added`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let ticket = try await nodes.first.issue(1, to: ada)
      let additions = try await withThrowingTaskGroup(of: PhotoAddition.self) { group in
        for number in 0..<10 {
          let node = number.isMultiple(of: 2) ? nodes.first : nodes.second
          group.addTask { try await node.redeem(ticket, number) }
        }
        return try await group.reduce(into: [PhotoAddition]()) { $0.append($1) }
      }
      #expect(additions.count { if case .added = $0 { true } else { false } } == 1)
      #expect(Set(additions.map(\.photoID)).count == 1)
      let summary = try await nodes.second.summary(of: ada.id)
      #expect(summary?.photoCount == 1)
    }
  }

  @Test func `by a ticket that is being revoked no photo is added`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let ticket = try await nodes.first.issue(1, to: ada)
      let holder = try BlockingSession(nodes.database.server.connectionString(of: nodes.database.name))
      try holder.execute("BEGIN; DELETE FROM upload_ticket")
      async let refused: Void = expectProblem(.notFound) { _ = try await nodes.second.redeem(ticket, 1) }
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      try holder.execute("COMMIT")
      await refused
      let photo = try await nodes.first.photo(Sample.photoID(1))
      #expect(photo == nil)
    }
  }

  @Test func `many photos that come by tickets on both nodes are added while the password changes, or not`()
    async throws
  {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      var tickets: [UploadTicket] = []
      for number in 0..<24 { tickets.append(try await nodes.first.issue(number, to: ada, countLimit: 30)) }
      let (issued, hash) = (tickets, try Sample.passwordHash("new"))
      async let changed: Void = nodes.second.setPasswordHash(hash, of: ada.name)
      let count = try await nodes.countThatSucceed(of: 24, unless: .notFound) { node, number in
        _ = try await node.redeem(issued[number], number)
      }
      try await changed
      let summary = try await nodes.first.summary(of: ada.id)
      #expect(summary?.photoCount == count)
      let left = try await nodes.first.ticketCount()
      #expect(left == 0)
    }
  }

  @Test func `tickets that are issued on both nodes at once are so many as the limit`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let issued = try await nodes.countThatSucceed(of: 10, unless: .insufficientStorage) { node, number in
        _ = try await node.issue(number, to: ada, countLimit: 4)
      }
      #expect(issued == 4)
    }
  }

  @Test func `disabling an account takes its tickets away, and nobody else's`() async throws {
    try await TwoNodes.with { nodes in
      let (ada, bob) = (try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"))
      let ticket = try await nodes.first.issue(1, to: ada)
      _ = try await nodes.first.issue(2, to: bob)
      try await nodes.first.setDisabled(true, of: ada.name)
      let left = try await nodes.second.ticketCount()
      #expect(left == 1)
      await expectProblem(.forbidden) { _ = try await nodes.second.issue(3, to: ada) }
      await expectProblem(.forbidden) { _ = try await nodes.second.redeem(ticket, 1) }
      try await nodes.first.setDisabled(false, of: ada.name)
      await expectProblem(.notFound) { _ = try await nodes.second.redeem(ticket, 1) }
    }
  }

  @Test func `tickets last no longer than the app password that they were issued with`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let password = try await nodes.first.makeAppPassword(1, for: ada)
      let app = password.principal
      _ = try await nodes.first.issue(1, to: app)
      _ = try await nodes.first.issue(2, to: ada)
      _ = try await nodes.second.removeAppPassword(password.id, of: ada.id)
      let left = try await nodes.first.ticketCount()
      #expect(left == 1)
      await expectProblem(.authenticationRequired) { _ = try await nodes.first.issue(3, to: app) }
    }
  }

  @Test func `a used ticket keeps its response under the key of an upload`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let ticket = try await nodes.first.issue(1, to: ada)
      _ = try await nodes.first.redeem(ticket, 1)
      let (key, alias) = (
        IdempotencyKey(account: ada.id, text: "one"), IdempotencyKey(account: ada.id, text: "other")
      )
      var claim = IdempotencyClaim(
        key: key, fingerprint: Sample.digest(7), time: Sample.time(0), expiresAt: Sample.time(1000))
      claim.alias = IdempotencyClaim.Alias(key: alias, expiresAt: Sample.time(1000))
      var draft = Sample.draft(2, by: ada)
      draft.ticket = ticket.id
      _ = try await nodes.second.addPhoto(draft, idempotency: claim)
      let none = try await nodes.first.storedResponse(to: key, at: Sample.time(0))
      #expect(none == nil)
      let kept = try await nodes.first.storedResponse(to: alias, at: Sample.time(0))
      #expect(kept?.photo == Sample.photoID(1) && kept?.isNew == true)
      #expect(kept?.fingerprint == draft.original.digest)
    }
  }
}

extension PostgresStore {
  /// Issues a ticket for the sample of a number that expires after 100 milliseconds.
  func issue(_ number: Int, to owner: Principal, countLimit: Int = 10) async throws -> UploadTicket {
    let photo = UploadTicket.Promise(
      digest: Sample.digest(number), byteCount: 1000, type: .jpeg, caption: "Rex", visibility: .public)
    let ticket = UploadTicket(
      id: UploadTicketID(uuid: Sample.photoID(1000 + number)), owner: owner, photo: photo, createdAt: Sample.time(0),
      expiresAt: Sample.time(100))
    try await addTicket(ticket, secretHash: Sample.digest(number), countLimit: countLimit)
    return ticket
  }

  /// Adds the photo of a ticket, so many milliseconds after it was issued.
  func redeem(_ ticket: UploadTicket, _ number: Int) async throws -> PhotoAddition {
    var draft = Sample.draft(number, by: ticket.owner)
    draft.ticket = ticket.id
    return try await addPhoto(draft, idempotency: nil)
  }

  /// The number of tickets of all accounts.
  fileprivate func ticketCount() async throws -> Int {
    try await tickets(UploadTicketQuery(account: nil, limit: 100, at: Sample.time(0))).count
  }
}
