// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Photos that are deleted, as long as they can be restored and after that.
@Suite(.timeLimit(.minutes(1))) struct DeletionGraceTests {
  private static let grace: Int64 = 3600_000

  private func withGrace<Result>(
    in folder: TemporaryFolder? = nil, time: ManualTime = ManualTime(), _ body: (TestStorage) async throws -> Result
  ) async throws -> Result {
    try await withStorage(
      in: folder, time: time, configuration: .with(grace: .milliseconds(Self.grace)), body)
  }

  @Test func `the bytes of a deleted photo stay until its grace period ends`() async throws {
    try await withGrace { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
      try await storage.stores.like(photo.id, by: account)
      try await storage.stores.edit(photo.id, .deletion)
      storage.time.advance(milliseconds: Self.grace - 1)
      try await storage.purge()
      #expect(try storage.has(photo.original.digest))
      #expect(try await storage.records.administeredPhoto(photo.id)?.restorableUntil != nil)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
      storage.time.advance(milliseconds: 1)
      #expect(try await storage.records.administeredPhoto(photo.id)?.restorableUntil == nil)
      await expectProblem(.gone) { _ = try await storage.records.restorePhoto(photo.id) }
      try await storage.purge()
      #expect(try !storage.has(photo.original.digest))
      #expect(try await storage.records.counts().restorablePhotoCount == 0)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
      await expectProblem(.gone) { _ = try await storage.records.restorePhoto(photo.id) }
    }
  }

  @Test func `an overdue photo is removed by itself within a minute`() async throws {
    try await withGrace { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
      try await storage.stores.edit(photo.id, .deletion)
      storage.time.advance(milliseconds: Self.grace + 60_000)
      for _ in 0..<3 { try await storage.storage.onMaintenanceThread { _ in } }
      #expect(try !storage.has(photo.original.digest))
    }
  }

  @Test func `an overdue photo is removed when the service starts`() async throws {
    let (folder, time) = (try TemporaryFolder(), ManualTime())
    let digest = try await withGrace(in: folder, time: time) { storage in
      let photo = try await storage.upload(1, by: try await storage.stores.account("ada"), bytes: [1, 2, 3])
      try await storage.stores.edit(photo.id, .deletion)
      return photo.original.digest
    }
    time.advance(milliseconds: Self.grace)
    try await withGrace(in: folder, time: time) { storage in
      for _ in 0..<3 { try await storage.storage.onMaintenanceThread { _ in } }
      #expect(try !storage.has(digest))
    }
  }

  @Test func `a photo with the same bytes keeps them when the other's grace period ends`() async throws {
    try await withGrace { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
      try await storage.stores.edit(photo.id, .deletion)
      try await storage.upload(2, by: account, bytes: [1, 2, 3])
      storage.time.advance(milliseconds: Self.grace)
      try await storage.purge()
      #expect(try storage.has(photo.original.digest))
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a photo with many favourites is removed in steps`() async throws {
    try await withGrace { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
      let overdue = try await storage.records.writer.write { transaction in
        try transaction.foldFavourites()
        try transaction.database.execute(
          """
          WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 5001)
          INSERT INTO account (number, name, password_hash, is_administrator, is_disabled, created_at)
            SELECT n, 'account-' || n, '', 0, 0, 0 FROM number;
          INSERT INTO favourite (photo, account, set_at) SELECT 1, number, 5 FROM account WHERE number > 1;
          INSERT INTO favourite_order (account, set_at, photo) SELECT account, set_at, photo FROM favourite;
          UPDATE photo SET favourite_count = 5000;
          UPDATE tally SET value = 5000 WHERE name = 'favourites';
          UPDATE account_tally SET favourite_count = 1 WHERE account > 1;
          """)
        transaction.photos.removeAll()
        return 5000
      }
      #expect(try await storage.records.photo(photo.id)?.favouriteCount == overdue)
      try await storage.stores.edit(photo.id, .deletion)
      #expect(try await storage.records.restorePhoto(photo.id).favouriteCount == overdue)
      try await storage.stores.edit(photo.id, .deletion)
      let parts = try await storage.records.writer.write { transaction in
        // Within one transaction, so that the store's own thread removes none of them.
        storage.time.advance(milliseconds: Self.grace)
        var parts = 1
        while try transaction.purgePhotos() { parts += 1 }
        return parts
      }
      #expect(parts == 3)
      #expect(try await storage.records.counts().restorablePhotoCount == 0)
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `deleting and restoring survive a crash at any of their steps`() async throws {
    for step in 0..<3 {
      let time = ManualTime()
      let copy = try await withGrace(time: time) { storage in
        let account = try await storage.stores.account("ada")
        let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
        try await storage.stores.like(photo.id, by: account)
        if step > 0 { try await storage.stores.edit(photo.id, .deletion) }
        if step > 1 { _ = try await storage.records.restorePhoto(photo.id) }
        return try crashedCopy(of: storage)
      }
      try await withGrace(in: copy, time: time) { storage in
        let photo = try #require(try await storage.records.photo(Sample.photoID(1)))
        #expect(photo.isDeleted == (step == 1))
        #expect(try await storage.records.restorePhoto(photo.id).favouriteCount == 1)
        try await storage.storage.collectGarbage()
        #expect(try storage.has(photo.original.digest))
      }
      #expect(try findings(in: copy).isEmpty, "step \(step)")
    }
  }

  @Test func `a backup contains restorable photos, which stay restorable`() async throws {
    let (folder, time) = (try TemporaryFolder(), ManualTime())
    try await withGrace(in: folder, time: time) { storage in
      let photo = try await storage.upload(1, by: try await storage.stores.account("ada"), bytes: [1, 2, 3])
      try await storage.stores.edit(photo.id, .deletion)
    }
    let upkeep = try DataFolder.open(at: "\(folder.path)/data", for: .upkeep)
    let summary = try StoreBackup(of: upkeep).run(to: .folder(folder.path("backup"), since: nil))
    #expect(summary.manifest.blobCount == 1)
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: folder.path("backup")).run(into: "\(restored.path)/data")
    try await withGrace(in: restored, time: time) { storage in
      let photo = try await storage.records.restorePhoto(Sample.photoID(1))
      #expect(try storage.has(photo.original.digest))
    }
  }
}

extension TestStorage {
  /// Removes what is overdue, and collects the garbage.
  fileprivate func purge() async throws {
    try await storage.onMaintenanceThread { try $0.finishDeletions() }
    try await storage.collectGarbage()
  }
}
