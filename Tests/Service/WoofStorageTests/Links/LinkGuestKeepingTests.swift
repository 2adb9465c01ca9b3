// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Guests of share links on the disk: what is kept of them, forgotten, found by indexes and repaired.
@Suite(.timeLimit(.minutes(2))) struct LinkGuestKeepingTests {
  @Test(arguments: ["revoked", "expired", "album", "account", "photo"])
  func `what guests like goes with its link, album, account and photo`(reason: String) async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in
      let ada = try await storage.fillGuests()
      switch reason {
      case "revoked": #expect(try await storage.stores.links.removeLink(Sample.linkID(1), of: ada.id))
      case "expired":
        storage.time.advance(milliseconds: 100)
        try await storage.storage.onMaintenanceThread { try $0.forgetLinks() }
      case "album": try await storage.stores.change(Sample.albumID(1), .deletion, for: ada)
      case "account": try await storage.stores.administration.deleteAccount(ada.name)
      default: try await storage.stores.edit(Sample.photoID(1), .deletion)
      }
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
      try await storage.storage.onMaintenanceThread { try $0.finishDeletions() }
      let isPhoto = reason == "photo"
      #expect(try await storage.rowCount("guest_like") == 0)
      #expect(try await storage.rowCount("link_guest") == (isPhoto ? 2 : 0))
      #expect(try await storage.rowCount("share_link WHERE like_count <> 0") == 0)
    }
    #expect(try findings(in: folder).isEmpty)
  }

  @Test func `guests and likes are there when the store is opened again, and in a restored backup`() async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in _ = try await storage.fillGuests() }
    let upkeep = try DataFolder.open(at: "\(folder.path)/data", for: .upkeep)
    _ = try StoreBackup(of: upkeep, time: ManualTime()).run(to: .folder(folder.path("backup"), since: nil))
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: folder.path("backup")).run(into: restored.path("data"))
    for folder in [folder, restored] {
      #expect(try findings(in: folder).isEmpty)
      try await withStorage(in: folder) { (storage) async throws in
        let likes = try await storage.stores.links.likes(GuestLikeQuery(link: Sample.linkID(1), limit: 9))
        #expect(likes.map(\.name) == ["Opa", "Oma"])
        #expect(try await storage.stores.openedLink(1)?.likeCount == 2)
      }
    }
  }

  @Test(arguments: [
    "UPDATE share_link SET like_count = 7",
    "PRAGMA foreign_keys = OFF; UPDATE guest_like SET guest = 99 WHERE number = 1",
    "UPDATE guest_like SET link = (SELECT id FROM share_link WHERE like_count = 0) WHERE number = 1",
    "PRAGMA foreign_keys = OFF; DROP TRIGGER share_link_removed; DELETE FROM share_link WHERE like_count = 2",
  ])
  func `a check finds what is wrong about guests, and a repair makes it good`(damage: String) async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in _ = try await storage.fillGuests() }
    do {
      let settings = DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10))
      try Database(path: "\(folder.path)/data/woof.db", settings: settings).execute(damage)
    }
    #expect(try !findings(in: folder).isEmpty)
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    defer { data.close() }
    let outcome = try StoreRepair(of: data).run(.records)
    #expect(!outcome.before.isSound && outcome.after.isSound, "\(outcome.after.findings)")
  }

  @Test func `likes and guests are found by indexes`() async throws {
    try await withStorage { storage in
      _ = try await storage.fillGuests()
      let plans = try await storage.records.readers.read { snapshot in
        _ = try snapshot.likes(of: [Sample.photoID(1)], by: nil, of: Sample.linkID(1))
        _ = try snapshot.likes(GuestLikeQuery(link: Sample.linkID(1), limit: 10))
        _ = try snapshot.guest(LinkGuestID(uuid: Sample.photoID(2_001)), of: Sample.linkID(1))
        let statements = snapshot.database.preparedStatements.filter {
          $0.text.contains("guest_like") || $0.text.contains("link_guest")
        }
        return try statements.map { try Self.plan(of: $0, in: snapshot.database) }
      }
      #expect(plans.count == 3)
      for plan in plans { #expect(!plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)") }
    }
  }

  private static func plan(of sql: SQL, in database: Database) throws -> [String] {
    try database[SQL("EXPLAIN QUERY PLAN \(sql.text)")].all { (columns) throws(SQLiteError) in
      _ = (try columns.next(Int.self), try columns.next(Int.self), try columns.next(Int.self))
      return try columns.next(String.self)
    }
  }
}

extension TestStorage {
  /// Adds an account with a photo in an album, and two links to that, of which the first has two guests who like the photo; the
  /// links last for 100 milliseconds.
  fileprivate func fillGuests() async throws -> Principal {
    let ada = try await stores.account("ada")
    try await upload(1, by: ada, bytes: [1, 2])
    try await stores.makeAlbum(1, by: ada)
    try await stores.put([1], into: Sample.albumID(1), for: ada)
    let terms = ShareLink.Terms(expiresAt: Sample.time(100), allowsLikes: true)
    for number in 1...2 { try await stores.makeLink(number, to: Sample.album(1), by: ada, terms) }
    for (number, name) in [(1, "Oma"), (2, "Opa")] {
      let guest = LinkGuest(
        id: LinkGuestID(uuid: Sample.photoID(2_000 + number)), link: Sample.linkID(1), name: name)
      try await stores.links.keepGuest(guest, at: Sample.time(0), GuestLimits())
      try await stores.links.setLike(true, of: Sample.photoID(1), by: guest, at: Sample.time(1), GuestLimits())
    }
    return ada
  }

  fileprivate func rowCount(_ table: String) async throws -> Int {
    try await records.readers.read { snapshot in
      try snapshot.database[SQL("SELECT count(*) FROM \(table)")].first { (columns) throws(SQLiteError) in
        try columns.next(Int.self)
      } ?? 0
    }
  }
}
