// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(1))) struct StoreRepairTests {
  @Test(arguments: [
    "UPDATE photo SET favourite_count = favourite_count + 1 WHERE number < 3", "DELETE FROM favourite",
    "DELETE FROM favourite_order", "INSERT INTO favourite_order VALUES (1, 1, 2)",
    "INSERT INTO favourite VALUES (99, 1, 1)", "DELETE FROM original WHERE photo = 1",
    "INSERT INTO original VALUES (1, x'00', 3)", "UPDATE blob SET reference_count = 7", "DELETE FROM blob",
    "UPDATE blob SET reference_count = 0", "UPDATE tally SET value = 9", "DELETE FROM tally",
    "UPDATE account_tally SET byte_count = 9", "UPDATE account_tally SET favourite_count = favourite_count + 1",
    "DELETE FROM account_tally", "UPDATE photo SET moment = 9", "UPDATE photo SET ratio = 9 WHERE number = 1",
    "INSERT INTO restorable_photo (photo, id, deleted_at, restorable_until) SELECT number, id, 1, 2 FROM photo WHERE number = 1",
    """
    INSERT INTO invitation VALUES (x'01', 1, x'01', '', 1, 1, 2);
    INSERT INTO invitation_use VALUES (x'01', 1), (x'01', 2)
    """,
    """
    INSERT INTO invitation VALUES (x'01', 1, x'01', '', 1, 1, 2), (x'02', 1, x'02', '', 1, 1, 2);
    INSERT INTO invitation_use VALUES (x'01', 2), (x'02', 2)
    """,
    "INSERT INTO account_deletion VALUES (1)", "INSERT INTO former_owner VALUES (1, 1, 1, 1)",
    """
    UPDATE photo SET favourite_count = 9; DELETE FROM favourite_order; DELETE FROM original;
    UPDATE blob SET reference_count = 0
    """,
  ])
  func `counts, lists and references are rebuilt`(damage: String) async throws {
    let store = try await StoreOnDisk()
    try store.execute(damage)
    let outcome = try store.repair()
    #expect(!outcome.before.isSound)
    #expect(outcome.after.findings == [])
    #expect(Set(outcome.repaired) == Set(outcome.before.findings))
    #expect(try store.check().isSound)
    _ = try await withStorage(in: store.folder) { try await $0.storage.collectGarbage() }
    #expect(try store.check().isSound)
  }

  @Test func `a corrected count is a change in the log`() async throws {
    let store = try await StoreOnDisk()
    let before = try await withStorage(in: store.folder) { try await $0.records.photo(Sample.photoID(1)) }
    try store.execute("UPDATE photo SET favourite_count = 9 WHERE number = 1")
    _ = try store.repair()
    try await withStorage(in: store.folder) { storage in
      let photo = try #require(try await storage.records.photo(Sample.photoID(1)))
      #expect(photo.favouriteCount == 2)
      #expect(photo.version == (before?.version ?? 0) + 1)
      #expect(photo.sequence == storage.records.latestSequence)
    }
  }

  @Test(arguments: [
    "DELETE FROM photo_detail WHERE photo = 1", "UPDATE photo SET metadata_sequence = 1000 WHERE number = 1",
  ])
  func `damage that cannot be repaired is kept and reported`(damage: String) async throws {
    let store = try await StoreOnDisk()
    try store.execute(damage)
    let outcome = try store.repair()
    #expect(!outcome.after.isSound)
    #expect(try store.check().findings == outcome.after.findings)
  }

  @Test func `missing or damaged blobs are restored from a backup`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    StoreOnDisk.flip(store.blobPath(1))
    unlink(store.blobPath(2))
    let without = try store.repair()
    #expect(without.after.findings.count == 2)
    let outcome = try store.repair(from: "backup")
    #expect(outcome.returnedCount == 2)
    #expect(outcome.after.findings == [])
    #expect(try store.check().isSound)
  }

  @Test func `a blob that is damaged in the backup, too, is not restored`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    unlink(store.blobPath(1))
    StoreOnDisk.flip(store.folder.path("backup/\(BackupEntry.blob(StoreOnDisk.digest(1)).path)"))
    #expect(try store.repair(from: "backup").returnedCount == 0)
    #expect(store.folder.files(below: "data/spool").isEmpty)
  }

  @Test func `files that no photo needs are removed`() async throws {
    let store = try await StoreOnDisk()
    close(creat(store.layout.path(of: Sample.digest(9)), 0o600))
    let outcome = try store.repair()
    #expect(outcome.removedOrphanCount == 1)
    #expect(try store.check().orphanCount == 0)
    #expect(try store.check().isSound)
  }

  @Test func `repairing beside a service is refused`() async throws {
    let store = try await StoreOnDisk()
    let folder = try store.upkeep()
    #expect(storageError { _ = try StoreRepair(of: folder).run(.bytes) }?.code == .inUse)
  }
}

extension StoreOnDisk {
  fileprivate func execute(_ script: String) throws {
    let database = try Database(
      path: "\(path)/woof.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
    try database.execute("PRAGMA foreign_keys = OFF; \(script)")
  }

  fileprivate func repair(from backup: String? = nil) throws -> StoreRepair.Outcome {
    let folder = try DataFolder.open(at: path, for: .service)
    defer { folder.close() }
    return try StoreRepair(of: folder, from: backup.map { self.folder.path($0) }).run(.bytes)
  }
}
