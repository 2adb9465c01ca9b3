// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// The queue for derivation, which nodes share.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharedDerivationsTests {
  /// Runs a test with two nodes on one database, and photos that wait.
  private static func withNodes(
    waiting count: Int, _ body: (StoreTestDatabase, PostgresStore, PostgresStore) async throws -> Void
  ) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { first in
        try await database.withNode { second in
          let owner = try await first.stores.account("ada")
          for number in 1...count {
            var draft = Sample.draft(number, by: owner)
            draft.awaitsDerivation = true
            _ = try await first.addPhoto(draft, idempotency: nil)
          }
          try await body(database, first, second)
        }
      }
    }
  }

  @Test func `a photo that one node derives from is not due on the other`() async throws {
    try await Self.withNodes(waiting: 5) { _, first, second in
      let taken = try await first.dueDerivations(at: Sample.time(0), limit: 3)
      #expect(taken.map(\.photo) == (1...3).map { Sample.photoID($0) })
      let rest = try await second.dueDerivations(at: Sample.time(0), limit: 9)
      #expect(rest.map(\.photo) == (4...5).map { Sample.photoID($0) })
      let again = try await first.dueDerivations(at: Sample.time(0), limit: 9)
      #expect(again == taken)
      let count = try await second.derivationCount()
      #expect(count == 5)
    }
  }

  @Test func `what a node does not end in time is due on the other, which knows when`() async throws {
    try await Self.withNodes(waiting: 1) { database, first, second in
      let now = SystemTimeSource().now()
      _ = try await first.dueDerivations(at: now, limit: 9)
      let own = try await first.nextDerivationTime()
      #expect(own.map { $0 <= now } == true)
      let next = try #require(try await second.nextDerivationTime())
      #expect(next > now.advanced(bySeconds: 500) && next < now.advanced(bySeconds: 700))
      try database.server.execute("UPDATE derivation SET claimed_until = 1", in: database.name)
      let due = try await second.dueDerivations(at: now, limit: 9)
      #expect(due.map(\.photo) == [Sample.photoID(1)])
      let lost = try await first.dueDerivations(at: now, limit: 9)
      #expect(lost.isEmpty)
    }
  }

  @Test func `what a node puts off is due for any`() async throws {
    try await Self.withNodes(waiting: 1) { _, first, second in
      _ = try await first.dueDerivations(at: Sample.time(0), limit: 9)
      try await first.postponeDerivation(of: Sample.photoID(1), attempts: 1, until: Sample.time(10))
      let next = try await second.nextDerivationTime()
      #expect(next == Sample.time(10))
      let due = try await second.dueDerivations(at: Sample.time(10), limit: 9)
      #expect(due == [Derivation(photo: Sample.photoID(1), attempts: 1)])
    }
  }

  @Test func `nodes that work through the queue together derive from each photo once`() async throws {
    try await Self.withNodes(waiting: 60) { _, first, second in
      let derived = try await withThrowingTaskGroup(of: [PhotoID].self) { group in
        for node in [first, second] {
          group.addTask {
            var photos: [PhotoID] = []
            while case let due = try await node.dueDerivations(at: Sample.time(0), limit: 4), !due.isEmpty {
              for item in due {
                _ = try await node.keep(PhotoDerivatives(placeholder: "YQ=="), of: item.photo, .ended(isAnew: false))
              }
              photos += due.map(\.photo)
            }
            return photos
          }
        }
        return try await group.reduce(into: [PhotoID]()) { $0 += $1 }
      }
      #expect(derived.sorted() == (1...60).map { Sample.photoID($0) })
      let count = try await first.derivationCount()
      #expect(count == 0)
    }
  }

  @Test func `a photo that changes on one node while the other derives from it keeps both`() async throws {
    try await Self.withNodes(waiting: 1) { _, first, second in
      let id = Sample.photoID(1)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 0..<20 { try await first.stores.edit(id, PhotoEdit(caption: "\(number)")) }
        }
        group.addTask {
          for number in 0..<20 {
            let variant = Sample.variant(number)
            _ = try await second.keep(PhotoDerivatives(variants: ["v\(number)": variant]), of: id, .unchanged)
          }
        }
        try await group.waitForAll()
      }
      let record = try #require(try await first.photo(id))
      #expect(record.caption == "19")
      #expect(record.variants.count == 20)
      #expect(record.version == 41)
    }
  }

  @Test func `photos that are queued while others are deleted leave nothing behind`() async throws {
    try await Self.withNodes(waiting: 30) { database, first, second in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 0..<8 { _ = try await second.queueDerivations(after: nil, limit: 100) }
        }
        for number in 1...30 { group.addTask { try await first.stores.edit(Sample.photoID(number), .deletion) } }
        try await group.waitForAll()
      }
      let left = try await first.derivationCount()
      #expect(left == 0)
      let deadlocks = try database.server.execute(
        "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", in: database.name)
      #expect(deadlocks == ["0"])
    }
  }
}
