import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct StoredAnswerTests {
  @Test func `answers are forgotten after their time, in parts`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await keep(0..<1203, for: account, until: 100, in: storage)
      try await keep(2000..<2001, for: account, until: 500, in: storage)
      storage.time.advance(milliseconds: 100)
      try await storage.storage.onMaintenanceThread { try $0.forgetAnswers() }
      #expect(try await kept(in: storage) == ["2000"])
    }
  }

  @Test func `no more answers are kept than may be, the oldest going first`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.storedAnswerLimit = 3
    try await withStorage(configuration: configuration) { storage in
      let account = try await storage.stores.account("ada")
      try await keep(0..<10, for: account, until: 100, in: storage)
      try await storage.storage.onMaintenanceThread { try $0.forgetAnswers() }
      #expect(try await kept(in: storage) == ["7", "8", "9"])
    }
  }

  private func keep(
    _ numbers: Range<Int>, for account: Principal, until time: Int64, in storage: TestStorage
  ) async throws {
    try await storage.records.writer.write { transaction in
      for number in numbers {
        let claim = IdempotencyClaim(
          key: IdempotencyKey(account: account.id, text: "\(number)"), fingerprint: Sample.digest(0),
          time: Sample.time(0), expiresAt: Sample.time(time)
        ) { _, _ in (200, []) }
        _ = try transaction.addPhoto(Sample.draft(number, by: account, bytes: 0), idempotency: claim)
      }
    }
  }

  private func kept(in storage: TestStorage) async throws -> [String] {
    try await storage.records.readers.read { snapshot in
      try snapshot.database[SQL("SELECT key FROM stored_answer ORDER BY number")].all { (columns) throws(SQLiteError) in
        try columns.next()
      }
    }
  }
}
