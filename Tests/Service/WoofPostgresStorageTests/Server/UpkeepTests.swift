// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// The removal of rows that have had their time, by one node at a time.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct UpkeepTests {
  private static let expiring = [
    "app_password", "archive", "browser_session", "favourite_edit", "idempotency_key", "invitation", "running_key",
    "upload_ticket",
  ]

  /// Adds two rows to each table of an account, of which the first ended long ago and the second ends in some centuries.
  private static func addExpiring(of account: Principal, in database: StoreTestDatabase) throws {
    let ends = "(VALUES (1, 0::int8), (2, 9000000000000000)) AS two (n, ends)"
    let (number, id) = (account.id.rawValue, "decode(lpad(n::text, 32, '0'), 'hex')")
    let (bytes, secret) = ("'\\x00'::bytea", "decode(lpad(n::text, 64, '0'), 'hex')")
    try database.server.execute(
      """
      INSERT INTO app_password (id, account, secret_hash, name, scopes, created_at, expires_at)
        SELECT \(id), \(number), \(secret), '', 1, 0, ends FROM \(ends);
      INSERT INTO archive (secret_hash, account, password_version, is_album, ids, expires_at)
        SELECT \(secret), \(number), 1, true, '{}', ends FROM \(ends);
      INSERT INTO browser_session (id, account, secret_hash, created_at, used_at, expires_at)
        SELECT \(id), \(number), \(secret), 0, 0, ends FROM \(ends);
      INSERT INTO favourite_edit (photo, account, device, number, expires_at)
        SELECT n, \(number), '', 1, ends FROM \(ends);
      INSERT INTO idempotency_key (account, key, fingerprint, photo, is_new, expires_at)
        SELECT \(number), n::text, \(bytes), \(bytes), true, ends FROM \(ends);
      INSERT INTO invitation (id, account, secret_hash, note, use_limit, created_at, expires_at)
        SELECT \(id), \(number), \(secret), '', 1, 0, ends FROM \(ends);
      INSERT INTO invitation_use (invitation, account) SELECT id, account FROM invitation;
      INSERT INTO running_key (account, key, mark, expires_at)
        SELECT \(number), n::text, \(bytes), ends FROM \(ends);
      INSERT INTO upload_ticket
          (id, account, secret_hash, digest, byte_count, type, caption, visibility, created_at, expires_at)
        SELECT \(id), \(number), \(secret), \(bytes), 1, '', '', 0, 0, ends FROM \(ends)
      """, in: database.name)
  }

  private static func counts(of tables: [String], in database: StoreTestDatabase) throws -> [String] {
    try tables.flatMap { try database.server.execute("SELECT count(*) FROM \($0)", in: database.name) }
  }

  @Test func `what was kept for a while goes when that is over, and what counts still stays`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let ada = try await node.stores.account("ada")
        try Self.addExpiring(of: ada, in: database)
        let round = try await node.upkeep.doRound()
        #expect(round.isComplete && round.failureCount == 0)
        #expect(round.counts == Dictionary(uniqueKeysWithValues: Self.expiring.map { ($0, 1) }))
        for table in Self.expiring {
          let left = try database.server.execute("SELECT expires_at > 0 FROM \(table)", in: database.name)
          #expect(left == ["t"], "\(table)")
        }
        let again = try await node.upkeep.doRound()
        #expect(again.counts.isEmpty)
      }
    }
  }

  @Test func `a photo that can be restored no longer leaves its favourites, its edits and its bytes`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let (ada, bob) = (try await node.stores.account("ada"), try await node.stores.account("bob"))
        for number in 1...3 {
          let photo = try await node.stores.add(number, by: ada)
          for account in [ada, bob] { try await node.stores.like(photo.id, by: account) }
          _ = try await node.updatePhoto(photo.id, .deletion(restorableBy: ada.id), if: .presence)
        }
        try database.server.execute(
          """
          INSERT INTO favourite_edit (photo, account, device, number, expires_at)
            SELECT number, owner, 'phone', 1, 9000000000000000 FROM photo;
          UPDATE restorable_photo SET restorable_until = \(PostgresSchema.now) WHERE id = \(Self.literal(1))
          """, in: database.name)
        try await node.erasePhoto(Sample.photoID(2), by: ada)
        try await node.departures.finishAll()
        let round = try await node.upkeep.doRound()
        #expect(round.counts["restorable_photo"] == 2)
        let left = try Self.counts(of: ["restorable_photo", "favourite", "favourite_edit", "photo"], in: database)
        #expect(left == ["1", "2", "1", "3"])
        let summary = try await node.summary(of: ada.name)
        #expect(summary?.deletedPhotoCount == 1 && summary?.deletedByteCount == 1000)
        await expectProblem(.gone) { _ = try await node.restorePhoto(Sample.photoID(1), by: ada) }
        let gone = try await node.photo(Sample.photoID(1))
        #expect(gone?.isDeleted == true)
        let restored = try await node.restorePhoto(Sample.photoID(3), by: ada)
        #expect(restored.favouriteCount == 2)
      }
    }
  }

  private static func literal(_ number: Int) -> String {
    let hex = Sample.photoID(number).columnBytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "'\\x\(hex.joined())'"
  }

  @Test func `of accounts with too many numbers of edits and keys the oldest go, however many accounts there are`()
    async throws
  {
    var configuration = PostgresUpkeepConfiguration()
    (configuration.editLimitPerAccount, configuration.responseLimitPerAccount) = (3, 2)
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        try database.server.execute(
          """
          INSERT INTO favourite_edit (photo, account, device, number, expires_at)
            SELECT n, account, '', 1, 9000000000000000 + n
            FROM generate_series(1, 5) AS n, generate_series(1, 45) AS account;
          INSERT INTO idempotency_key (account, key, fingerprint, photo, is_new, expires_at)
            SELECT account, n::text, '', '', true, 9000000000000000 + n
            FROM generate_series(1, 1200) AS n, generate_series(1, 2) AS account;
          INSERT INTO favourite_edit (photo, account, device, number, expires_at)
            VALUES (1, 99, '', 1, 9000000000000000)
          """, in: database.name)
        let upkeep = PostgresUpkeep(node.pool, node: node.node, configuration)
        let round = try await upkeep.doRound()
        #expect(round.counts["favourite_edit beyond the limit"] == 90)
        #expect(round.counts["idempotency_key beyond the limit"] == 2396)
        let edits = try database.server.execute(
          "SELECT DISTINCT photo FROM favourite_edit WHERE account < 99 ORDER BY photo", in: database.name)
        #expect(edits == ["3", "4", "5"])
        let keys = try database.server.execute(
          "SELECT DISTINCT key FROM idempotency_key ORDER BY key", in: database.name)
        #expect(keys == ["1199", "1200"])
      }
    }
  }

  @Test func `check values go with the last photo that has the bytes`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let ada = try await node.stores.account("ada")
        for number in 1...2 { try await node.stores.add(number, by: ada) }
        try await node.note([Sample.digest(1): 1, Sample.digest(2): 2])
        try await node.stores.edit(Sample.photoID(1), .deletion)
        _ = try await node.upkeep.doRound()
        let left = try database.server.execute("SELECT crc32 FROM check_value", in: database.name)
        #expect(left == ["2"])
      }
    }
  }

  // MARK: One node at a time

  @Test func `one node at a time does it, and another takes over from one that says nothing more`() async throws {
    try await TwoNodes.with { nodes in
      let first = try await nodes.first.upkeep.doRound()
      #expect(first.fence == 1)
      let second = try await nodes.second.upkeep.doRound()
      #expect(second.fence == nil)
      let again = try await nodes.first.upkeep.doRound()
      #expect(again.fence == 1)
      try nodes.database.server.execute("UPDATE lease SET expires_at = 0", in: nodes.database.name)
      let takeover = try await nodes.second.upkeep.doRound()
      #expect(takeover.fence == 2)
      let late = try await nodes.first.upkeep.doRound()
      #expect(late.fence == nil)
    }
  }

  @Test func `a node whose lease another has taken over removes nothing, whichever step it was at`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let ada = try await node.stores.account("ada")
        try Self.addExpiring(of: ada, in: database)
        let photo = try await node.stores.add(1, by: ada)
        try await node.stores.like(photo.id, by: ada)
        try await node.note([Sample.digest(1): 1])
        _ = try await node.updatePhoto(photo.id, .deletion(restorableBy: ada.id), if: .presence)
        try database.server.execute(
          """
          UPDATE restorable_photo SET restorable_until = 0;
          INSERT INTO lease (name, holder, fence, expires_at) VALUES ('upkeep', '\\x01', 7, 9000000000000000)
          """, in: database.name)
        let tables = Self.expiring + ["restorable_photo", "favourite", "check_value"]
        let before = try Self.counts(of: tables, in: database)
        for step in UpkeepStep.all(responseLimit: 0, editLimit: 0) {
          for (holder, fence) in [([UInt8(1)], Int64(6)), ([2], 7)] {
            let lease = PostgresLease(name: "upkeep", holder: holder, duration: .seconds(60))
            var values = lease.values(fence)
            if case .walk(let start) = step.extent { values.append(.text(start)) }
            let answers = try await node.pool.run(
              .writing([lease.renewal(fence), PostgreSQLStatement(step.statement, values)]))
            #expect(answers[0].affectedCount == 0, "\(step.name)")
          }
        }
        let after = try Self.counts(of: tables, in: database)
        #expect(after == before)
      }
    }
  }

  @Test func `two nodes at it at once, while photos are deleted and restored, break nothing`() async throws {
    var configuration = PostgresUpkeepConfiguration()
    // Each takes the other's lease over again and again.
    configuration.leaseDuration = .zero
    try await TwoNodes.with { nodes in
      let (ada, bob) = (try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"))
      let ids = (1...24).map { Sample.photoID($0) }
      for number in 1...24 {
        try await nodes.first.stores.add(number, by: ada)
        try await nodes.second.stores.like(Sample.photoID(number), by: bob)
      }
      let upkeeps = [nodes.first, nodes.second].map { PostgresUpkeep($0.pool, node: $0.node, configuration) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, id) in ids.enumerated() {
          let node = number.isMultiple(of: 2) ? nodes.first : nodes.second
          group.addTask {
            for _ in 0..<4 {
              do {
                _ = try await node.updatePhoto(id, .deletion(restorableBy: ada.id), if: .presence)
                _ = try? await node.stores.like(id, by: bob)
                _ = try await node.restorePhoto(id, by: ada)
              } catch let error as WoofError where error.code == .gone {
                continue
              }
            }
          }
        }
        for upkeep in upkeeps {
          group.addTask {
            for _ in 0..<12 {
              try nodes.database.server.execute(
                """
                UPDATE restorable_photo SET restorable_until = \(PostgresSchema.now)
                WHERE photo % 3 = 0 AND restorable_until > \(PostgresSchema.now)
                """,
                in: nodes.database.name)
              try await nodes.first.departures.finishAll()
              let round = try await upkeep.doRound()
              #expect(round.failureCount == 0)
            }
          }
        }
        try await group.waitForAll()
      }
      try await Self.expectWhole(nodes.database)
    }
  }

  /// Expects that what is counted is what is there.
  private static func expectWhole(_ database: StoreTestDatabase) async throws {
    let miscounted = try database.server.execute(
      """
      SELECT number FROM photo WHERE NOT is_deleted AND favourite_count <> (
        SELECT count(*) FROM favourite WHERE favourite.photo = photo.number)
      """, in: database.name)
    #expect(miscounted == [])
    let tallies = try database.server.execute(
      """
      SELECT account FROM account_tally WHERE
        (photo_count, deleted_photo_count, deleted_byte_count) IS DISTINCT FROM (
          (SELECT count(*) FROM original WHERE owner = account),
          (SELECT count(*) FROM restorable_photo JOIN photo ON number = photo WHERE photo.owner = account AND NOT has_left),
          (SELECT coalesce(sum(byte_count), 0)::int8 FROM restorable_photo
            JOIN photo ON number = restorable_photo.photo JOIN photo_detail USING (photo)
            WHERE photo.owner = account AND NOT has_left))
      """, in: database.name)
    #expect(tallies == [])
    let lost = try database.server.execute(
      """
      SELECT count(*) FROM favourite JOIN photo ON number = favourite.photo
      WHERE is_deleted AND number NOT IN (SELECT photo FROM restorable_photo)
      """, in: database.name)
    #expect(lost == ["0"])
  }

  @Test(.enabled(if: PostgreSQLInstallation.hasPooler))
  func `it goes through a pooler in transaction mode`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode(through: TestPooler.shared.port) { node in
        let ada = try await node.stores.account("ada")
        try Self.addExpiring(of: ada, in: database)
        for number in 1...2 {
          let photo = try await node.stores.add(number, by: ada)
          try await node.stores.like(photo.id, by: ada)
          _ = try await node.updatePhoto(photo.id, .deletion, if: .presence)
        }
        try database.server.execute("UPDATE restorable_photo SET restorable_until = 1", in: database.name)
        try await node.departures.finishAll()
        let round = try await node.upkeep.doRound()
        #expect(round.fence == 1 && round.failureCount == 0)
        #expect(round.counts["restorable_photo"] == 2 && round.counts["favourite of photos that ended"] == 2)
        let again = try await node.upkeep.doRound()
        #expect(again.fence == 1 && again.counts.isEmpty)
        let key = IdempotencyKey(account: ada.id, text: "once")
        try await node.claim(key) { await expectProblem(.conflict) { try await node.claim(key) {} } }
        let heard = try await node.signInFailures.exchange([SignInFailures(name: nil, network: "unix", count: 1)])
        #expect(heard.isEmpty)
      }
    }
  }

  // MARK: The loop

  @Test func `rounds follow each other by the clock that is given, and end with the store`() async throws {
    let (ticks, tick) = AsyncStream<Void>.makeStream()
    let pauses = Mutex<[Duration]>([])
    let ended = Gate()
    var configuration = PostgresUpkeepConfiguration()
    configuration.interval = .seconds(77)
    configuration.pause = { duration in
      pauses.withLock { $0.append(duration) }
      for await _ in ticks { return }
      ended.open()
      throw CancellationError()
    }
    try await StoreTestDatabase.with { database in
      try await database.withNode(upkeep: configuration) { node in
        let ada = try await node.stores.account("ada")
        for _ in 0..<2 {
          try Self.addExpiring(of: ada, in: database)
          tick.yield()
          try await eventually { try Self.counts(of: ["archive", "upload_ticket"], in: database) == ["1", "1"] }
          try database.server.execute(
            "TRUNCATE \(Self.expiring.joined(separator: ", ")), invitation_use", in: database.name)
        }
        // A round that is cancelled is not followed by a pause.
        try await eventually { pauses.withLock(\.count) == 3 }
      }
      await ended.wait()
      #expect(pauses.withLock { $0.allSatisfy { $0 == .seconds(77) } })
    }
  }
}
