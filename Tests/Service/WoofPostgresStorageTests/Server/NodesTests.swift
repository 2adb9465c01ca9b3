// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// The words of nodes to each other: the idempotency keys that they work on, and failed sign-ins.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct NodesTests {
  private static let key = IdempotencyKey(account: AccountID(rawValue: 1), text: "once")

  // MARK: Idempotency keys

  @Test func `a key that one node works on is refused on all, and free when the work has ended`() async throws {
    try await TwoNodes.with { nodes in
      try await nodes.first.claim(Self.key) {
        for node in [nodes.first, nodes.second] {
          await expectProblem(.conflict) { try await node.claim(Self.key) {} }
        }
        try await nodes.second.claim(IdempotencyKey(account: AccountID(rawValue: 2), text: "once")) {}
        try await nodes.second.claim(IdempotencyKey(account: AccountID(rawValue: 1), text: "twice")) {}
      }
      try await nodes.second.claim(Self.key) {}
      await expectProblem(.invalidImage) {
        try await nodes.first.claim(Self.key) { throw WoofError(.invalidImage, "No picture.") }
      }
      let answer = try await nodes.second.claim(Self.key) { 7 }
      #expect(answer == 7)
    }
  }

  @Test func `a key is free also where nobody waits for the response any more`() async throws {
    try await TwoNodes.with { nodes in
      let (isBegun, goesOn) = (Gate(), Gate())
      let request = Task {
        try await nodes.first.claim(Self.key) {
          isBegun.open()
          await goesOn.wait()
        }
      }
      await isBegun.wait()
      request.cancel()
      goesOn.open()
      _ = await request.result
      try await nodes.second.claim(Self.key) {}
    }
  }

  @Test func `a key of a node that is gone is free after a while, and one that comes back takes it from nobody`()
    async throws
  {
    try await TwoNodes.with { nodes in
      let gates = (0..<4).map { _ in Gate() }
      @Sendable func request(on node: PostgresStore, _ isBegun: Gate, _ goesOn: Gate) -> Task<Void, any Error> {
        Task {
          try await node.claim(Self.key) {
            isBegun.open()
            await goesOn.wait()
          }
        }
      }
      let first = request(on: nodes.first, gates[0], gates[1])
      await gates[0].wait()
      try nodes.database.server.execute("UPDATE running_key SET expires_at = 0", in: nodes.database.name)
      let second = request(on: nodes.second, gates[2], gates[3])
      await gates[2].wait()
      gates[1].open()
      try await first.value
      await expectProblem(.conflict) { try await nodes.first.claim(Self.key) {} }
      gates[3].open()
      try await second.value
      try await nodes.first.claim(Self.key) {}
    }
  }

  @Test(arguments: [true, false])
  func `the same key on two nodes at once makes one photo, also where both work on it`(isClaimed: Bool) async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let added = Mutex(0)
      for round in 1...10 {
        let claim = IdempotencyClaim(
          key: IdempotencyKey(account: ada.id, text: "\(round)"), fingerprint: Sample.digest(round),
          time: Sample.time(0), expiresAt: Sample.time(1000))
        _ = try await nodes.countThatSucceed(of: 4, unless: .conflict) { node, number in
          // As of bytes that differ: only the key says that it is the same.
          let draft = Sample.draft(10 * round + number, by: ada)
          let addition =
            isClaimed
            ? try await node.claim(claim.key) { try await node.addPhoto(draft, idempotency: claim) }
            : try await node.addPhoto(draft, idempotency: claim)
          if case .added = addition { added.withLock { $0 += 1 } }
        }
        #expect(added.withLock { $0 } == round)
      }
      let counts = try await nodes.second.counts()
      #expect(counts.photoCount == 10)
      let left = try nodes.database.server.execute("SELECT key FROM running_key", in: nodes.database.name)
      #expect(left == [])
    }
  }

  // MARK: Failed sign-ins

  @Test func `each node hears of the failures on others, once, and of none of its own`() async throws {
    try await TwoNodes.with { nodes in
      let (first, second) = (nodes.first.signInFailures, nodes.second.signInFailures)
      _ = try await second.exchange([])
      let failures = [
        SignInFailures(name: "ada", network: "192.0.2.1", count: 3),
        SignInFailures(name: nil, network: "unix", count: 1, endedWell: true),
      ]
      let own = try await first.exchange(failures)
      #expect(own.isEmpty)
      let heard = try await second.exchange([SignInFailures(name: "bob", network: "2001:db8::", count: 2)])
      #expect(Set(heard) == Set(failures))
      for store in [first, second] { _ = try await store.exchange([]) }
      for store in [first, second] {
        let rest = try await store.exchange([])
        #expect(rest.isEmpty)
      }
    }
  }

  @Test func `what nodes have told each other is gone after a minute`() async throws {
    try await TwoNodes.with { nodes in
      for number in 1...2 {
        _ = try await nodes.first.signInFailures.exchange([
          SignInFailures(name: "ada", network: "192.0.2.\(number)", count: 1)
        ])
      }
      try nodes.database.server.execute(
        "UPDATE sign_in_failure SET told_at = told_at - 60000 WHERE number = 1", in: nodes.database.name)
      let round = try await nodes.second.upkeep.doRound()
      #expect(round.counts == ["sign_in_failure": 1])
    }
  }
}
