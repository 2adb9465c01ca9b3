// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Writes whose commit was done and whose answer was lost.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct UnknownOutcomeTests {
  /// Does a write on a node whose connections are cut after the server has committed it, and before it can say so.
  static func losingTheAnswer<Result: Sendable>(
    _ prepare: (PostgresStore) async throws -> Principal,
    _ write: @escaping @Sendable (PostgresStore, Principal) async throws -> Result,
    isDone: String, _ expect: (PostgresStore, Result) async throws -> Void
  ) async throws {
    try await StoreTestDatabase.with { database in
      let relay = try FaultyRelay(before: database.server.port)
      try await database.withNode(through: relay.port) { node in
        let principal = try await prepare(node)
        // What waits for the lock has been sent, and not been done.
        let holder = try BlockingSession(database.server.connectionString(of: database.name))
        try holder.execute(
          "BEGIN; SELECT pg_advisory_xact_lock(\(WriteBatch.lock)); LOCK TABLE counter IN EXCLUSIVE MODE")
        let writing = Task { try await write(node, principal) }
        try await database.waitUntilSomebodyIsHeldUp()
        relay.mode = .keepsAnswers
        try holder.execute("COMMIT")
        try await eventually { try database.server.execute(isDone, in: database.name) == ["1"] }
        relay.cut()
        relay.mode = .passes
        try await expect(node, try await writing.value)
      }
    }
  }

  private static func withPhoto(_ node: PostgresStore) async throws -> Principal {
    let owner = try await node.stores.account("ada")
    try await node.stores.add(1, by: owner)
    return owner
  }

  @Test func `a favourite is counted once`() async throws {
    try await Self.losingTheAnswer(
      Self.withPhoto, { try await $0.stores.like(Sample.photoID(1), by: $1) }, isDone: "SELECT count(*) FROM favourite"
    ) { node, record in
      #expect(record.favouriteCount == 1)
      #expect(record.version == 2)
      let found = try await node.photo(record.id)
      #expect(found == record)
    }
  }

  @Test func `a photo that was added is new to who added it`() async throws {
    try await Self.losingTheAnswer(
      { try await $0.stores.account("ada") }, { try await $0.addPhoto(Sample.draft(1, by: $1), idempotency: nil) },
      isDone: "SELECT count(*) FROM photo"
    ) { _, addition in
      guard case .added(let record) = addition else { throw Unexpected("the photo was not new") }
      #expect(record.id == Sample.photoID(1))
    }
  }

  @Test func `a photo that was added under a key is new to who added it`() async throws {
    let time = Sample.time(0)
    try await Self.losingTheAnswer(
      { try await $0.stores.account("ada") },
      { node, owner in
        let claim = IdempotencyClaim(
          key: IdempotencyKey(account: owner.id, text: "once"), fingerprint: Sample.digest(1), time: time,
          expiresAt: Sample.time(1000))
        return try await node.addPhoto(Sample.draft(1, by: owner), idempotency: claim)
      }, isDone: "SELECT count(*) FROM photo"
    ) { _, addition in
      guard case .added = addition else { throw Unexpected("the photo was not new") }
    }
  }

  @Test func `an edit is made once, also where it would not be allowed a second time`() async throws {
    try await Self.losingTheAnswer(
      Self.withPhoto,
      { node, _ in
        try await node.updatePhoto(Sample.photoID(1), PhotoEdit(caption: "new"), if: .version(1))
      }, isDone: "SELECT count(*) FROM photo_detail WHERE caption = 'new'"
    ) { _, record in
      #expect(record.caption == "new")
      #expect(record.version == 2)
    }
  }

  @Test func `a photo that was restored is restored, and has one more version`() async throws {
    try await Self.losingTheAnswer(
      { node in
        let owner = try await Self.withPhoto(node)
        try await node.stores.edit(Sample.photoID(1), .deletion)
        return owner
      }, { node, _ in try await node.restorePhoto(Sample.photoID(1)) },
      isDone: "SELECT count(*) FROM photo WHERE NOT is_deleted"
    ) { node, record in
      #expect(!record.isDeleted)
      #expect(record.version == 3)
      let found = try await node.photo(record.id)
      #expect(found == record)
    }
  }

  @Test func `what was derived is kept once`() async throws {
    try await Self.losingTheAnswer(
      Self.withPhoto,
      { node, _ in
        try await node.keep(PhotoDerivatives(placeholder: "YQ=="), of: Sample.photoID(1), .ended(isAnew: false))
      }, isDone: "SELECT count(*) FROM photo_detail WHERE placeholder IS NOT NULL"
    ) { _, record in
      #expect(record?.placeholder == "YQ==")
      #expect(record?.version == 2)
    }
  }

  @Test func `an account that was deleted is not missed, and nothing of it is left`() async throws {
    try await Self.losingTheAnswer(
      Self.withPhoto, { try await $0.deleteAccount($1.name) },
      isDone: "SELECT count(*) FROM account WHERE deleted_at IS NOT NULL"
    ) { node, _ in
      let record = try await node.photo(Sample.photoID(1))
      #expect(record?.isDeletedWithAccount == true)
    }
  }

  @Test func `an account that was added is there for who added it`() async throws {
    let name = try #require(AccountName("bob"))
    let hash = try Sample.passwordHash()
    try await Self.losingTheAnswer(
      { try await $0.stores.account("ada") },
      { node, _ in try await node.addAccount(name, passwordHash: hash, isAdministrator: false, at: Sample.time(0)) },
      isDone: "SELECT count(*) FROM account WHERE name = 'bob'"
    ) { node, account in
      #expect(account.name == name)
      let found = try await node.credential(of: name)
      #expect(found?.account.id == account.id)
      #expect(node.credentialGeneration >= 3)
    }
  }

  @Test func `an app password that was revoked was there for who revoked it`() async throws {
    try await Self.losingTheAnswer(
      { node in
        let owner = try await node.stores.account("ada")
        _ = try await node.makeAppPassword(1, for: owner)
        return owner
      },
      { node, owner in
        try await node.removeAppPassword(AppPasswordID(uuid: Sample.photoID(1001)), of: owner.id)
      }, isDone: "SELECT 1 - count(*) FROM app_password"
    ) { node, wasThere in
      #expect(wasThere)
      let generation = try await CredentialGeneration.read(in: node.pool)
      #expect(node.credentialGeneration == UInt64(generation))
    }
  }

  @Test func `a session that takes the place of another has begun once`() async throws {
    try await Self.losingTheAnswer(
      { node in
        let owner = try await node.stores.account("ada")
        try await node.beginSession(1, for: owner)
        return owner
      }, { node, owner in try await node.beginSession(2, for: owner, countLimit: 1) },
      isDone: "SELECT count(*) FROM browser_session WHERE id = '\\x\(Self.hexadecimal(Sample.photoID(1002)))'"
    ) { node, session in
      let found = try await node.browserSession(session.id)
      #expect(found == session)
    }
  }

  @Test func `an account that came by an invitation is there for who came`() async throws {
    try await Self.losingTheAnswer(
      { node in
        let owner = try await node.stores.account("ada")
        _ = try await node.makeInvitation(1, by: owner)
        return owner
      }, { node, _ in try await node.join("bob", by: 1) },
      isDone: "SELECT count(*) FROM account WHERE name = 'bob'"
    ) { node, account in
      let found = try await node.credential(of: account.name)
      #expect(found?.account.id == account.id)
    }
  }

  @Test func `a photo that came by a ticket is new to who sent it`() async throws {
    try await Self.losingTheAnswer(
      { try await $0.stores.account("ada") },
      { node, owner in try await node.redeem(try await node.issue(1, to: owner), 1) },
      isDone: "SELECT count(*) FROM photo"
    ) { _, addition in
      guard case .added = addition else { throw Unexpected("the photo was not new") }
    }
  }

  private static func hexadecimal(_ id: PhotoID) -> String {
    id.columnBytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
