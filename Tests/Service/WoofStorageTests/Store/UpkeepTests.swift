// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofStorage

/// What happens by itself when its time has come.
@Suite(.timeLimit(.minutes(1))) struct UpkeepTests {
  @Test func `unrecorded blobs are looked for after an hour, a folder at a time`() async throws {
    // Only what is asked of the maintenance thread moves it on.
    var configuration = EmbeddedStoreConfiguration.withoutGrace
    configuration.sweepPause = .seconds(3600)
    configuration.scrubByteRate = 0
    try await withStorage(configuration: configuration) { storage in
      var digests: [Digest] = []
      for number in 0..<5 { digests.append(try storage.place([UInt8(number)]).0) }
      try await storage.lookRound(times: 10)
      #expect(try digests.allSatisfy { try storage.has($0) })
      storage.time.advance(milliseconds: 86_400_000 / 24)
      // The second time comes when the first folder has been looked through.
      try await storage.lookRound(times: 2)
      #expect(try digests.contains { try storage.has($0) })
      try await storage.lookRound(times: 300)
      #expect(try !digests.contains { try storage.has($0) })
    }
  }

  @Test func `held garbage is collected later`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1])
      var hold: (any BlobHold)? = try storage.place([1]).1
      try await storage.stores.edit(photo.id, .deletion)
      #expect(try await storage.storage.collectGarbage() == 0)
      #expect(hold != nil)
      hold = nil
      try await storage.lookRound(times: 2)
      #expect(try !storage.has(photo.original.digest))
    }
  }

  @Test func `responses are forgotten a minute after their lifetime`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let key = IdempotencyKey(account: account.id, text: "once")
      let claim = IdempotencyClaim(
        key: key, fingerprint: Sample.digest(0), time: Sample.time(0), expiresAt: Sample.time(1))
      _ = try await storage.records.addPhoto(Sample.draft(1, by: account), idempotency: claim)
      storage.time.advance(milliseconds: 60_000)
      try await storage.lookRound(times: 2)
      #expect(try await storage.records.storedResponse(to: key, at: Sample.time(0)) == nil)
    }
  }
}

extension TestStorage {
  /// Lets the maintenance thread look so many times whether something is due.
  fileprivate func lookRound(times: Int) async throws {
    for _ in 0..<times { try await storage.onMaintenanceThread { _ in } }
  }
}
