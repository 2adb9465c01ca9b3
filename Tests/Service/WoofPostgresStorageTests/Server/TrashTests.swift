// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofPostgresStorage

/// The photos that an account has deleted, and restores or erases.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct TrashTests {
  private static func withTrash(
    _ count: Int, _ body: (StoreTestDatabase, PostgresStore, Principal) async throws -> Void
  ) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let owner = try await node.stores.account("ada")
        for number in 1...count {
          let photo = try await node.stores.add(number, by: owner)
          _ = try await node.updatePhoto(photo.id, .deletion(restorableBy: owner.id), if: .presence)
        }
        try await body(database, node, owner)
      }
    }
  }

  @Test func `the trash is listed page by page, what was deleted last first`() async throws {
    try await Self.withTrash(4) { database, node, owner in
      try database.server.execute("UPDATE restorable_photo SET deleted_at = deleted_at - photo % 2", in: database.name)
      let all = try await node.trash(TrashQuery(account: owner.id, limit: 9))
      #expect(all.count == 4)
      #expect(all.allSatisfy { $0.record.isDeleted && $0.restorableUntil > $0.deletedAt })
      let places = all.map { TrashQuery.Cursor(deletedAt: $0.deletedAt, id: $0.record.id) }
      #expect(places == places.sorted { ($0.deletedAt, $0.id) > ($1.deletedAt, $1.id) })
      let rest = try await node.trash(TrashQuery(account: owner.id, after: places[0], limit: 2))
      #expect(rest == Array(all[1...2]))
      let one = Sample.photoID(2)
      let found = try await node.trash(TrashQuery(account: owner.id, ids: one...one, limit: 9))
      #expect(found.map(\.record.id) == [one])
    }
  }

  @Test func `an owner restores what it has deleted itself, on any node`() async throws {
    try await Self.withTrash(1) { database, _, owner in
      try await database.withNode { other in
        let restored = try await other.restorePhoto(Sample.photoID(1), by: owner)
        #expect(!restored.isDeleted)
        let trash = try await other.trash(TrashQuery(account: owner.id, limit: 9))
        #expect(trash.isEmpty)
      }
    }
  }

  @Test func `what an administrator has deleted is in nobody's trash`() async throws {
    try await Self.withTrash(1) { _, node, owner in
      let photo = try await node.stores.add(2, by: owner)
      try await node.stores.edit(photo.id, .deletion)
      let trash = try await node.trash(TrashQuery(account: owner.id, limit: 9))
      #expect(trash.map(\.record.id) == [Sample.photoID(1)])
      await expectProblem(.forbidden) { _ = try await node.restorePhoto(photo.id, by: owner) }
      await expectProblem(.notFound) { try await node.erasePhoto(photo.id, by: owner) }
    }
  }

  @Test func `nobody restores or erases the photos of others`() async throws {
    try await Self.withTrash(1) { _, node, _ in
      let bob = try await node.stores.account("bob")
      await expectProblem(.gone) { _ = try await node.restorePhoto(Sample.photoID(1), by: bob) }
      await expectProblem(.gone) { try await node.erasePhoto(Sample.photoID(1), by: bob) }
      await expectProblem(.notFound) { _ = try await node.restorePhoto(Sample.photoID(7), by: bob) }
    }
  }

  @Test func `a photo that was erased is restored by nobody`() async throws {
    try await Self.withTrash(2) { _, node, owner in
      let ids = (1...2).map { Sample.photoID($0) }
      try await node.erasePhoto(ids[0], by: owner)
      await expectProblem(.notFound) { try await node.erasePhoto(ids[0], by: owner) }
      try await node.erasePhoto(ids[1])
      for id in ids {
        await expectProblem(.gone) { _ = try await node.restorePhoto(id, by: owner) }
        await expectProblem(.gone) { _ = try await node.restorePhoto(id) }
      }
      let trash = try await node.trash(TrashQuery(account: owner.id, limit: 9))
      #expect(trash.isEmpty)
    }
  }

  @Test func `a photo that is erased takes no room of its owner any more, at once and only once`() async throws {
    try await Self.withTrash(3) { _, node, owner in
      func expectDeleted(_ count: Int) async throws {
        let summary = try await node.summary(of: owner.name)
        #expect(summary?.deletedPhotoCount == count && summary?.deletedByteCount == Int64(1000 * count))
      }
      try await expectDeleted(3)
      try await node.erasePhoto(Sample.photoID(1), by: owner)
      try await expectDeleted(2)
      try await node.erasePhoto(Sample.photoID(2))
      for _ in 0..<2 {
        try await expectDeleted(1)
        try await node.departures.finishAll()
        _ = try await node.upkeep.doRound()
      }
      _ = try await node.restorePhoto(Sample.photoID(3), by: owner)
      try await expectDeleted(0)
    }
  }

  @Test func `an administrator erases a photo that is there, with its favourites`() async throws {
    try await Self.withTrash(1) { _, node, owner in
      let photo = try await node.stores.add(2, by: owner)
      try await node.stores.like(photo.id, by: owner)
      try await node.erasePhoto(photo.id)
      let record = try await node.photo(photo.id)
      #expect(record?.isDeleted == true && record?.favouriteCount == 0)
      await expectProblem(.gone) { _ = try await node.restorePhoto(photo.id) }
      await expectProblem(.notFound) { try await node.erasePhoto(Sample.photoID(9)) }
    }
  }

  @Test func `a photo can be restored until its grace has passed, and not after`() async throws {
    try await Self.withTrash(1) { database, node, owner in
      let id = Sample.photoID(1)
      try database.server.execute(
        "UPDATE restorable_photo SET restorable_until = \(PostgresSchema.now)", in: database.name)
      await expectProblem(.gone) { _ = try await node.restorePhoto(id, by: owner) }
      let trash = try await node.trash(TrashQuery(account: owner.id, limit: 9))
      #expect(trash.isEmpty)
      let administered = try await node.administeredPhoto(id)
      #expect(administered?.deletedAt == nil && administered?.restorableUntil == nil)
      try database.server.execute(
        "UPDATE restorable_photo SET restorable_until = \(PostgresSchema.now) + 60000", in: database.name)
      let restored = try await node.restorePhoto(id, by: owner)
      #expect(!restored.isDeleted)
    }
  }
}
