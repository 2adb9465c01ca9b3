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
struct SeveralNodesTests {
  /// The number of deadlocks that the server has found so far; it tells of them a little later.
  private static func deadlockCount(_ store: PostgresStore) async throws -> Int64? {
    let statement = PostgreSQLStatement(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
    return try await store.pool.read(statement).first { (row) throws(PostgreSQLError) in try row.integer() }
  }

  /// Runs a test with two nodes on one database.
  private static func withNodes(_ body: (PostgresStore, PostgresStore) async throws -> Void) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { first in
        try await database.withNode { second in try await body(first, second) }
      }
    }
  }

  @Test func `a change on one node is told on the other`() async throws {
    try await Self.withNodes { first, second in
      let reader = LogReader("the other")
      second.addObserver(reader)
      let owner = try await first.stores.account("ada")
      let photo = try await first.stores.add(1, by: owner)
      try await eventually { second.latestSequence == photo.sequence }
      #expect(reader.versions == [photo.id: 1])
      let liked = try await second.stores.like(photo.id, by: owner)
      #expect(liked.favouriteCount == 1)
      #expect(reader.versions == [photo.id: 2])
      try await eventually { first.latestSequence == liked.sequence }
      #expect(first.epoch == second.epoch)
    }
  }

  @Test func `accounts that change on one node are looked at again on the other`() async throws {
    try await Self.withNodes { first, second in
      let before = second.credentialGeneration
      let account = try await first.stores.account("ada")
      try await eventually { second.credentialGeneration > before }
      let known = second.credentialGeneration
      try await first.setDisabled(true, of: account.name)
      try await eventually { second.credentialGeneration > known }
      let credential = try await second.credential(of: account.name)
      #expect(credential?.account.isDisabled == true)
    }
  }

  @Test func `favourites that many set on both nodes at once are counted exactly`() async throws {
    try await Self.withNodes { first, second in
      let accounts = try await first.stores.accounts(24)
      for number in 0..<6 { try await first.stores.add(number, by: accounts[0]) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, account) in accounts.enumerated() {
          let node = index.isMultiple(of: 2) ? first : second
          group.addTask {
            for round in 0..<4 {
              // In another order each, which would be a deadlock if rows were locked in it.
              for step in 0..<6 {
                try await node.stores.like(Sample.photoID((step + index) % 6), by: account, round != 1)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let deadlocks = try await Self.deadlockCount(first)
      #expect(deadlocks == 0)
      for record in try await second.photos((0..<6).map { Sample.photoID($0) }) {
        let record = try #require(record)
        #expect(record.favouriteCount == 24)
        #expect(record.version == 1 + 3 * 24)
      }
    }
  }

  @Test func `a favourite is decided on the photo as another node has left it`() async throws {
    try await Self.withNodes { first, second in
      let (ada, bob) = (try await first.stores.account("ada"), try await first.stores.account("bob"))
      let photo = try await first.stores.add(1, by: ada)
      let like = { (isSet: Bool) in
        try await first.setFavourite(
          isSet, of: photo.id, by: bob.id, at: Sample.time(0), if: PhotoCondition(.reading(by: bob)))
      }
      _ = try await like(true)
      try await second.stores.edit(photo.id, PhotoEdit(visibility: .private))
      await expectProblem(.notFound) { _ = try await like(false) }
      try await second.stores.edit(photo.id, PhotoEdit(visibility: .public))
      let unliked = try await like(false)
      #expect(unliked.favouriteCount == 0)
      try await second.stores.edit(photo.id, .deletion)
      await expectProblem(.gone) { _ = try await like(true) }
    }
  }

  @Test func `the same bytes that come to both nodes at once are one photo`() async throws {
    try await Self.withNodes { first, second in
      let owner = try await first.stores.account("ada")
      let additions = try await withThrowingTaskGroup(of: PhotoAddition.self) { group in
        for number in 0..<10 {
          let node = number.isMultiple(of: 2) ? first : second
          group.addTask { try await node.addPhoto(Sample.draft(number, by: owner, bytes: 1), idempotency: nil) }
        }
        return try await group.reduce(into: [PhotoAddition]()) { $0.append($1) }
      }
      #expect(additions.count { if case .added = $0 { true } else { false } } == 1)
      #expect(Set(additions.map(\.photoID)).count == 1)
      let summary = try await second.summary(of: owner.id)
      #expect(summary?.photoCount == 1)
    }
  }

  @Test func `a quota is exact, whichever node photos come to`() async throws {
    try await Self.withNodes { first, second in
      let owner = try await first.stores.account("ada")
      let added = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<12 {
          let node = number.isMultiple(of: 2) ? first : second
          group.addTask {
            var draft = Sample.draft(number, by: owner)
            draft.standardQuota = AccountQuota(photoCount: 5)
            do {
              _ = try await node.addPhoto(draft, idempotency: nil)
              return true
            } catch let error as WoofError where error.code == .insufficientStorage {
              return false
            }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(added == 5)
    }
  }

  @Test func `a decision that depends on the version is made anew when another node has changed it`() async throws {
    try await Self.withNodes { first, second in
      let owner = try await first.stores.account("ada")
      let photo = try await first.stores.add(1, by: owner)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for node in [first, second] {
          group.addTask {
            do {
              _ = try await node.updatePhoto(photo.id, PhotoEdit(caption: "mine"), if: .version(1))
              return true
            } catch let error as WoofError where error.code == .preconditionFailed {
              return false
            }
          }
        }
        let done = try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        #expect(done == 1)
      }
    }
  }

  @Test func `a schema of a newer release is refused in words`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { _ in }
      try database.server.execute("INSERT INTO woof_schema VALUES (1000)", in: database.name)
      let error = await #expect(throws: PostgreSQLError.self) { try await database.withNode { _ in } }
      #expect(error?.message.contains("the database has schema 1000") == true)
    }
  }
}
