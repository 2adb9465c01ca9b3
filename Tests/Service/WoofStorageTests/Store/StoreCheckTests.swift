// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(1))) struct StoreCheckTests {
  @Test func `a sound store has no findings, whatever was done in it`() async throws {
    let folder = try await makeStore()
    #expect(try findings(in: folder).isEmpty)
  }

  @Test(arguments: [
    ("every photo has as many favourites", "UPDATE photo SET favourite_count = favourite_count + 1 WHERE number = 1"),
    ("every photo has as many favourites", "DELETE FROM favourite"),
    ("every favourite stands in its account's list", "DELETE FROM favourite_order"),
    ("no list of favourites holds anything else", "INSERT INTO favourite_order VALUES (1, 1, 2)"),
    ("every favourite is of a photo", "INSERT INTO favourite VALUES (99, 1, 1)"),
    ("every photo has its details", "DELETE FROM photo_detail WHERE photo = 1"),
    ("every photo stands in the timeline", "UPDATE photo SET moment = moment + 1 WHERE number = 1"),
    ("every photo stands in the timeline", "UPDATE photo SET ratio = 9 WHERE number = 1"),
    ("every change has a number of its own", "UPDATE photo SET sequence = 2"),
    ("positions in the change log", "UPDATE photo SET metadata_sequence = 1000 WHERE number = 1"),
    ("a photo that is there is its owner's only one", "DELETE FROM original WHERE photo = 1"),
    ("a deleted photo has no bytes", "INSERT INTO original VALUES (1, x'00', 3)"),
    ("every blob is referred to as often", "UPDATE blob SET reference_count = 7"),
    ("every original and every variant has a blob", "INSERT INTO original VALUES (1, x'00', 2)"),
    (
      "what can be restored has been deleted",
      "INSERT INTO restorable_photo (photo, id, deleted_at, restorable_until) SELECT number, id, 1, 2 FROM photo LIMIT 1"
    ),
    ("only photos that can be restored", "UPDATE photo SET is_deleted = 1 WHERE number = 1"),
    ("nobody can sign in with a deleted account", "UPDATE account SET deleted_at = 1"),
    (
      "nobody is invited by a deleted account",
      "INSERT INTO invitation VALUES (x'01', 1, x'01', '', 1, 1, 2); UPDATE account SET deleted_at = 1"
    ),
    (
      "no invitation has let in more than it may",
      """
      INSERT INTO invitation VALUES (x'01', 1, x'01', '', 1, 1, 2);
      INSERT INTO invitation_use VALUES (x'01', 1), (x'01', 2)
      """
    ),
    (
      "nobody came by two invitations",
      """
      INSERT INTO invitation VALUES (x'01', 1, x'01', '', 1, 1, 2), (x'02', 1, x'02', '', 1, 1, 2);
      INSERT INTO invitation_use VALUES (x'01', 2), (x'02', 2)
      """
    ),
    ("accounts are deleted before", "INSERT INTO account_deletion VALUES (1)"),
    ("nobody is a former owner", "INSERT INTO former_owner VALUES (1, 1, 1, 1)"),
    ("every tally", "UPDATE tally SET value = value + 1 WHERE name = 'photos'"),
    ("every tally", "DELETE FROM tally WHERE name = 'favourites'"),
    ("a photo and its blob agree", "UPDATE blob SET byte_count = 17"),
    ("every reference leads somewhere", "PRAGMA foreign_keys = OFF; UPDATE photo SET owner = 99 WHERE number = 1"),
  ])
  func `each broken invariant is found`(_ rule: String, _ damage: String) async throws {
    let folder = try await makeStore()
    do {
      let database = try Database(
        path: "\(folder.path)/data/woof.db",
        settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
      try database.execute(damage)
    }
    #expect(try findings(in: folder, .records).contains { $0.rule.hasPrefix(rule) })
  }

  @Test func `a missing, truncated or altered blob is found`() async throws {
    let folder = try await makeStore()
    let layout = BlobLayout(root: "\(folder.path)/data/blobs")
    let digest = try #require(try await withStorage(in: folder) { try await $0.records.photo(Sample.photoID(1)) })
    let path = layout.path(of: digest.original.digest)
    let descriptor = open(path, O_WRONLY)
    pwrite(descriptor, [200], 1, 0)
    close(descriptor)
    #expect(try findings(in: folder, .lengths).isEmpty)
    #expect(try findings(in: folder, .bytes).map(\.rule) == ["every blob has the bytes of its digest"])
    truncate(path, 1)
    #expect(try findings(in: folder, .lengths).map(\.rule) == ["every blob is there in full"])
    unlink(path)
    #expect(try findings(in: folder, .lengths).map(\.rule) == ["every blob is there in full"])
  }

  @Test func `unfolded favourites are no finding`() async throws {
    let copy = try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.upload(1, by: account, bytes: [1])
      try await storage.stores.like(Sample.photoID(1), by: account)
      return try crashedCopy(of: storage)
    }
    #expect(try findings(in: copy).isEmpty)
  }

  @Test func `a folder without a store cannot be checked`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StorageError.self) { try findings(in: folder) }
  }

  private func makeStore() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in
      let accounts = try await storage.stores.accounts(2)
      for number in 1...3 { try await storage.upload(number, by: accounts[0], bytes: [UInt8(number), 0, 1]) }
      try await storage.upload(4, by: accounts[1], bytes: [1, 0, 1])
      for account in accounts { try await storage.stores.like(Sample.photoID(1), by: account) }
      try await storage.stores.like(Sample.photoID(3), by: accounts[1])
      try await storage.stores.edit(Sample.photoID(3), .deletion)
    }
    return folder
  }
}
