// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct AccountDeletionTests {
  /// Adds an account with photos, of which it likes some, and another one with a photo that both like.
  private static func fill(_ node: PostgresStore) async throws -> (Principal, Principal) {
    let (ada, bob) = (try await node.stores.account("ada"), try await node.stores.account("bob"))
    try await node.stores.add(99, by: bob)
    for number in 1...45 { try await node.stores.add(number, by: ada) }
    for number in [1, 2, 99] { try await node.stores.like(Sample.photoID(number), by: ada) }
    try await node.stores.like(Sample.photoID(99), by: bob)
    return (ada, bob)
  }

  @Test func `a deletion that a node has begun and left is finished by another`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let (ada, _) = try await Self.fill(node)
        _ = try await node.deletions.begin(ada.name)
        // As long as the first one works on it, nobody else does.
        try await node.deletions.finishAll()
        let before = try await node.counts()
        #expect(before.photoCount == 46)
        try database.server.execute("UPDATE account_deletion SET claimed_until = 0", in: database.name)
      }
      try await database.withNode { other in
        try await other.deletions.finishAll()
        try await eventually {
          try database.server.execute("SELECT count(*) FROM account_deletion", in: database.name) == ["0"]
        }
        let counts = try await other.counts()
        #expect(counts.photoCount == 1)
        #expect(counts.restorablePhotoCount == 45)
        #expect(counts.favouriteCount == 1)
        #expect(counts.accountCount == 1)
      }
    }
  }

  @Test func `what an account sets while it is deleted is gone in the end`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { first in
        try await database.withNode { second in
          let (ada, _) = try await Self.fill(first)
          async let deletion: Void = first.deleteAccount(ada.name)
          for round in 0..<40 {
            do {
              try await second.stores.like(Sample.photoID(99), by: ada, round.isMultiple(of: 2))
            } catch let error as WoofError where error.code == .conflict {
              continue
            }
          }
          try await deletion
          let record = try await second.photo(Sample.photoID(99))
          #expect(record?.favouriteCount == 1)
          let left = try database.server.execute(
            "SELECT count(*) FROM favourite WHERE account = \(ada.id.rawValue) AND photo = 1", in: database.name)
          #expect(left == ["0"])
        }
      }
    }
  }

  @Test func `what an account shares while it is deleted is gone in the end`() async throws {
    try await TwoNodes.with { nodes in
      let (ada, bob) = (try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"))
      try await nodes.first.stores.makeAlbum(0, by: bob)
      try await nodes.first.stores.change(Sample.albumID(0), .contributor(ada.name, isAdded: true), for: bob)
      for number in 1...5 { try await nodes.first.stores.makeAlbum(number, by: ada) }
      async let deletion: Void = nodes.first.deleteAccount(ada.name)
      for number in 6...30 {
        do {
          try await nodes.second.stores.makeAlbum(number, by: ada)
          try await nodes.second.stores.makeLink(number, to: Sample.album(number), by: ada)
        } catch let error as WoofError where [.conflict, .notFound].contains(error.code) {
          continue
        }
      }
      try await deletion
      let conditions = [
        "share_link WHERE account", "album_contributor WHERE account", "withdrawal WHERE account",
        "album WHERE NOT is_deleted AND owner",
      ]
      for condition in conditions {
        let left = try nodes.database.server.execute(
          "SELECT count(*) FROM \(condition) = \(ada.id.rawValue)", in: nodes.database.name)
        #expect(left == ["0"], "\(condition)")
      }
      let album = try await nodes.second.album(Sample.albumID(0), for: nil)
      #expect(album?.contributors == [:] && album?.version == 3)
    }
  }

  @Test func `the other node is told that an account is gone`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { first in
        try await database.withNode { second in
          let ada = try await first.stores.account("ada")
          try await eventually { second.credentialGeneration == first.credentialGeneration }
          let known = second.credentialGeneration
          try await first.deleteAccount(ada.name)
          try await eventually { second.credentialGeneration > known }
          await expectProblem(.notFound) { try await second.deleteAccount(ada.name) }
        }
      }
    }
  }

  @Test func `the responses to a deleted account's requests are forgotten`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let account = try await node.stores.account("ada")
        let key = IdempotencyKey(account: account.id, text: "once")
        let claim = IdempotencyClaim(
          key: key, fingerprint: Sample.digest(0), time: Sample.time(0), expiresAt: Sample.time(1000))
        _ = try await node.addPhoto(Sample.draft(1, by: account), idempotency: claim)
        try await node.deleteAccount(account.name)
        let response = try await node.storedResponse(to: key, at: Sample.time(0))
        #expect(response == nil)
      }
    }
  }
}
