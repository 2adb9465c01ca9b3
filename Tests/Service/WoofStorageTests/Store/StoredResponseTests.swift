// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(1))) struct StoredResponseTests {
  @Test func `keys are forgotten after their lifetime, in steps`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await keep(0..<1203, for: account, until: 100, in: storage)
      try await keep(2000..<2001, for: account, until: 500, in: storage)
      storage.time.advance(milliseconds: 100)
      try await storage.storage.onMaintenanceThread { try $0.forgetResponses() }
      #expect(try await kept(of: account, in: storage) == ["2000"])
      #expect(storage.records.statistics.storedResponseCount == 1)
      #expect(storage.records.statistics.evictedResponseCount == 0)
    }
  }

  @Test func `an account with too many keys loses its own oldest, and others lose none`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.storedResponseLimitPerAccount = 3
    try await withStorage(configuration: configuration) { storage in
      let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
      try await keep(0..<2, for: bob, until: 100, in: storage)
      try await keep(10..<20, for: ada, until: 100, in: storage)
      #expect(try await kept(of: ada, in: storage) == ["17", "18", "19"])
      #expect(try await kept(of: bob, in: storage) == ["0", "1"])
      #expect(storage.records.statistics.evictedResponseCount == 7)
    }
  }

  @Test func `with too many keys in all, the accounts with most lose their oldest`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.storedResponseLimit = 9
    try await withStorage(configuration: configuration) { storage in
      let accounts = [
        try await storage.stores.account("ada"), try await storage.stores.account("bob"),
        try await storage.stores.account("eve"),
      ]
      try await keep(0..<2, for: accounts[0], until: 100, in: storage)
      try await keep(0..<5, for: accounts[1], until: 100, in: storage)
      try await keep(0..<1200, for: accounts[2], until: 100, in: storage)
      try await storage.storage.onMaintenanceThread { try $0.forgetResponses() }
      #expect(try await kept(of: accounts[0], in: storage) == ["0", "1"])
      #expect(try await kept(of: accounts[1], in: storage) == ["2", "3", "4"])
      #expect(try await kept(of: accounts[2], in: storage) == ["1197", "1198", "1199"])
    }
  }

  @Test func `a key takes few bytes, however long the caption of its photo is`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      var draft = Sample.draft(0, by: account, bytes: 0)
      draft.caption = String(repeating: "x", count: 16_000)
      _ = try await storage.records.addPhoto(draft, idempotency: nil)
      let count = 2000
      let before = try await byteCount(in: storage)
      try await keep(1000..<1000 + count, for: account, until: 100, in: storage)
      let perKey = (try await byteCount(in: storage) - before) / count
      #expect((1..<400).contains(perKey), "\(perKey) bytes")
    }
  }

  @Test(arguments: [
    ([], 5, nil), ([1, 2], 3, nil), ([9], 4, 4), ([1, 9, 9], 9, 4), ([2, 5, 1200], 9, 3), ([5, 5, 5], 2, 1),
  ])
  func `a shared limit has one level, below which no account gives way`(holdings: [Int], total: Int, level: Int?) {
    #expect(FairShare.level(of: holdings, within: total) == level)
    #expect(FairShare.level(of: holdings.reversed(), within: total) == level)
  }

  private func keep(
    _ numbers: Range<Int>, for account: Principal, until time: Int64, in storage: TestStorage
  ) async throws {
    try await storage.records.writer.write { transaction in
      for number in numbers {
        let claim = IdempotencyClaim(
          key: IdempotencyKey(account: account.id, text: "\(number)"), fingerprint: Sample.digest(0),
          time: Sample.time(0), expiresAt: Sample.time(time))
        let id = number + 10_000 * Int(account.id.rawValue)
        let draft = Sample.draft(id, by: account, bytes: 0)
        _ = try transaction.addPhoto(draft, RenderedAnnotations(of: draft), idempotency: claim)
      }
    }
  }

  private func kept(of account: Principal, in storage: TestStorage) async throws -> [String] {
    try await storage.records.readers.read { snapshot in
      try snapshot.database[SQL("SELECT key FROM idempotency_key WHERE account = ?1 ORDER BY ordinal")].all(
        account.id
      ) { (columns) throws(SQLiteError) in try columns.next() }
    }
  }

  private func byteCount(in storage: TestStorage) async throws -> Int {
    try await storage.records.readers.read { snapshot in
      let pages = try snapshot.database[
        SQL("SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count")
      ].first { (columns) throws(SQLiteError) in try columns.next(Int.self) }
      return (pages ?? 0) * 4096
    }
  }
}
