// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct ViewSumTests {
  private static let photoCount = 24

  @Test func `sums are what all photos add up to, while two nodes write and after it`() async throws {
    try await TwoNodes.with { nodes in
      let accounts = try await nodes.first.stores.accounts(3)
      for number in 0..<Self.photoCount {
        let (owner, visibility) = (accounts[number % 3], Visibility.allCases[number / 3 % 3])
        try await nodes.first.stores.add(number, by: owner, visibility: visibility)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<8 {
          let node = lane.isMultiple(of: 2) ? nodes.first : nodes.second
          group.addTask { try await Self.write(on: node, lane: lane, accounts) }
        }
        for _ in 0..<15 { try await nodes.second.expectSums(of: accounts) }
        try await group.waitForAll()
      }
      for node in [nodes.first, nodes.second] {
        try await node.follower.follow(to: try await ChangeFollower.newestSequence(in: node.pool))
        try await node.stores.expectViews(of: accounts[0], accounts[1], accounts[2])
      }
      try await nodes.first.expectCountedSums()
    }
  }

  /// Changes photos at random; what the others did first is refused.
  private static func write(on node: PostgresStore, lane: Int, _ accounts: [Principal]) async throws {
    var random = SeededGenerator(seed: UInt64(lane))
    for round in 0..<40 {
      let (photo, account) = (Sample.photoID(random.below(photoCount)), accounts[random.below(3)])
      let visibility = Visibility.allCases[random.below(3)]
      do {
        switch random.below(6) {
        case 0: try await node.stores.add(1000 + 100 * lane + round, by: account, visibility: visibility)
        case 1: try await node.stores.edit(photo, PhotoEdit(visibility: visibility))
        case 2: try await node.stores.edit(photo, PhotoEdit(owner: account))
        case 3:
          try await node.stores.edit(photo, .deletion)
          _ = try await node.restorePhoto(photo)
        default: try await node.stores.like(photo, by: account, round.isMultiple(of: 2))
        }
      } catch let error as WoofError {
        guard error.code == .gone || error.code == .conflict else { throw error }
      }
    }
  }

  @Test func `the migration counts the photos that are there`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let accounts = try await node.stores.accounts(2)
        for number in 0..<9 {
          try await node.stores.add(number, by: accounts[number % 2], visibility: Visibility.allCases[number % 3])
        }
        try await node.stores.edit(Sample.photoID(4), .deletion)
        _ = try await node.pool.run(
          .writing(
            ["DROP TABLE view_sum"].map { PostgreSQLStatement($0) }
              + PostgresSchema.viewSums.map { PostgreSQLStatement($0) }),
          retryingAs: false)
        try await node.stores.expectViews(of: accounts[0], accounts[1])
        try await node.stores.like(Sample.photoID(3), by: accounts[0])
        try await node.stores.expectViews(of: accounts[0], accounts[1])
        try await node.expectCountedSums()
      }
    }
  }

  @Test func `words that run over are carried into the next ones`() throws {
    var (expected, sums) = (ViewDigest(), [Int64](repeating: 0, count: 8))
    for _ in 0..<5 {
      expected.add(hash: [UInt8](repeating: 0xFF, count: 32))
      for index in sums.indices { sums[index] += 0xFFFF_FFFF }
    }
    #expect(ViewDigest(words: sums) == expected)
    expected.remove(hash: [UInt8](repeating: 0xFF, count: 32))
    #expect(ViewDigest(words: sums) != expected)
    #expect(ViewDigest(words: sums.map { $0 - 0xFFFF_FFFF }) == expected)
    #expect(ViewDigest(words: [1]) == nil)
  }
}

extension PostgresStore {
  /// Expects that the views that come with the end of the log are what its photos add up to.
  fileprivate func expectSums(of accounts: [Principal]) async throws {
    for account in accounts {
      let changes = try await self.changes(after: 0, limit: 10_000, account: account.id)
      guard let view = changes.view else { continue }
      var oracle = ReplicaOracle()
      oracle.apply(changes, of: account)
      #expect(view == oracle.view(of: account, at: view.sequence))
    }
  }

  /// Expects that the table of sums has what a count of all photos gives, once.
  fileprivate func expectCountedSums() async throws {
    let columns = "part, photo_count, \(ViewSumColumns.list())"
    let (kept, counted) = (
      "SELECT \(columns) FROM view_sum WHERE photo_count <> 0",
      "SELECT \(columns) FROM (\(ViewSumColumns.parts(where: "true"))) AS counted"
    )
    let wrong = try await pool.read(
      PostgreSQLStatement("((\(kept)) EXCEPT (\(counted))) UNION ALL ((\(counted)) EXCEPT (\(kept)))"))
    #expect(wrong.count == 0)
    let twice = try await pool.read(
      PostgreSQLStatement("SELECT part FROM view_sum GROUP BY part HAVING count(*) > 1"))
    #expect(twice.count == 0)
  }
}
