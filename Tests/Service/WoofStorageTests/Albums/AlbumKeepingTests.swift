// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Albums on the disk: what is kept of them, checked, removed and restored.
@Suite(.timeLimit(.minutes(2))) struct AlbumKeepingTests {
  @Test func `a store in which everything was done with albums is sound, whatever the grace period`() async throws {
    for grace in [Duration.zero, .seconds(60)] {
      let folder = try TemporaryFolder()
      try await withStorage(in: folder, configuration: .with(grace: grace)) { storage in
        let stores = storage.stores
        let accounts = try await storage.fillAlbums()
        let album = Sample.albumID(1)
        for number in 1...6 {
          let place = AlbumPlace.before(Sample.photoID(number % 6 + 1))
          try await stores.change(album, .placing(Sample.photoID(number), place), for: accounts[0])
        }
        try await stores.change(album, .edit(AlbumEdit(cover: .photo(Sample.photoID(3)))), for: accounts[0])
        try await stores.change(album, .removal(Sample.photoID(2)), for: accounts[0])
        try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
        try await stores.edit(Sample.photoID(3), .deletion)
        try await stores.edit(Sample.photoID(4), PhotoEdit(visibility: .private, owner: accounts[2]))
        if grace > .zero {
          try await stores.edit(Sample.photoID(5), .deletion)
          _ = try await stores.administration.restorePhoto(Sample.photoID(5))
        }
        try await stores.change(Sample.albumID(3), .deletion, for: accounts[0])
        try await stores.administration.deleteAccount(accounts[1].name)
        #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
        try await storage.finishDeletions()
      }
      #expect(try findings(in: folder).isEmpty)
    }
  }

  @Test func `what deleted albums leave is removed in steps, and nothing of other albums`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.fillAlbums()
      let kept = try await storage.rows(ofAlbum: 2)
      let steps = try await storage.records.writer.write { transaction in
        try transaction.database.execute(
          """
          WITH RECURSIVE number (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 2200)
          INSERT INTO photo (number, id, owner, visibility, is_deleted, favourite_count, version, sequence,
              metadata_sequence, withdrawn_sequence)
            SELECT n, CAST(printf('%016d', n) AS BLOB), owner, visibility, 0, 0, 1, n, n, 0
            FROM number JOIN photo ON photo.number = 1;
          INSERT INTO album_photo
            SELECT 1, number, number, owner, visibility = 2, NULL FROM photo WHERE number >= 1000;
          """)
        _ = try transaction.changeAlbum(Sample.albumID(1), by: .deletion, for: accounts[0].id, if: .presence)
        // Within one transaction, so that the store's own thread removes none of it.
        var steps = 0
        while try transaction.database.hasDeletedAlbums() {
          try transaction.purgeAlbums()
          steps += 1
        }
        return steps
      }
      #expect(steps == 3)
      #expect(try await storage.rows(ofAlbum: 1) == [0, 0, 0, 0])
      #expect(try await storage.rows(ofAlbum: 2) == kept && kept.allSatisfy { $0 > 0 })
    }
  }

  @Test func `a deleted album leaves nothing behind by itself`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.fillAlbums()
      try await storage.stores.change(Sample.albumID(1), .deletion, for: accounts[0])
      for _ in 0..<2 { try await storage.storage.onMaintenanceThread { _ in } }
      #expect(try await storage.rows(ofAlbum: 1) == [0, 0, 0, 0])
    }
  }

  @Test func `deleted albums that a crash has left are removed at the next start`() async throws {
    let copy = try await withStorage { storage in
      let accounts = try await storage.fillAlbums()
      try await storage.records.writer.write { transaction in
        _ = try transaction.changeAlbum(Sample.albumID(1), by: .deletion, for: accounts[0].id, if: .presence)
      }
      return try crashedCopy(of: storage)
    }
    #expect(try findings(in: copy).isEmpty)
    try await withStorage(in: copy) { storage in
      for _ in 0..<2 { try await storage.storage.onMaintenanceThread { _ in } }
      #expect(try await storage.rows(ofAlbum: 1) == [0, 0, 0, 0])
      #expect(try await storage.records.album(Sample.albumID(2), for: nil) != nil)
    }
    #expect(try findings(in: copy).isEmpty)
  }

  @Test func `the albums of an account whose deletion a crash has ended are removed at the next start`() async throws {
    let copy = try await withStorage { storage in
      let accounts = try await storage.fillAlbums()
      _ = try await storage.records.writer.write { try $0.beginDeletion(of: accounts[0].name) }
      #expect(try await storage.records.album(Sample.albumID(1), for: accounts[0].id) == nil)
      return try crashedCopy(of: storage)
    }
    #expect(try findings(in: copy).isEmpty)
    try await withStorage(in: copy) { storage in
      for _ in 0..<2 { try await storage.storage.onMaintenanceThread { _ in } }
      for album in [1, 3] { #expect(try await storage.rows(ofAlbum: album) == [0, 0, 0, 0], "\(album)") }
      #expect(try await storage.records.album(Sample.albumID(2), for: nil)?.contributors == [:])
    }
    #expect(try findings(in: copy).isEmpty)
  }

  @Test func `the id of a deleted album is taken until nothing is left of it`() async throws {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.makeAlbum(1, by: ada)
      let draft = AlbumDraft(
        id: Sample.albumID(1), owner: ada, title: "Rex", visibility: .public, createdAt: Sample.time(0))
      // Past the store, which would have what is left removed at once.
      _ = try await storage.records.writer.write { transaction in
        try transaction.changeAlbum(draft.id, by: .deletion, for: ada.id, if: .presence)
      }
      await expectProblem(.conflict) { _ = try await storage.records.addAlbum(draft, countLimit: 9) }
      try await storage.finishDeletions()
      _ = try await storage.records.addAlbum(draft, countLimit: 9)
      #expect(try await storage.records.album(draft.id, for: nil)?.title == "Rex")
    }
  }

  @Test func `a photo whose grace period ends leaves its albums, with the cover, and no reader notices`() async throws {
    let time = ManualTime()
    try await withStorage(time: time, configuration: .with(grace: .seconds(60))) { storage in
      let accounts = try await storage.fillAlbums()
      let edit = AlbumEdit(cover: .photo(Sample.photoID(1)))
      try await storage.stores.change(Sample.albumID(1), .edit(edit), for: accounts[0])
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      let before = try await storage.records.album(Sample.albumID(1), for: nil)
      #expect(try await storage.count("album_photo WHERE photo = 1") == 2)
      #expect(try await storage.count("album WHERE cover = 1") == 1)
      time.advance(milliseconds: 60_000)
      try await storage.finishDeletions()
      #expect(try await storage.count("album_photo WHERE photo = 1") == 0)
      #expect(try await storage.count("album WHERE cover = 1") == 0)
      #expect(try await storage.records.album(Sample.albumID(1), for: nil) == before)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a photo that is deleted without a grace period makes a new version of its albums`() async throws {
    try await withStorage { storage in
      _ = try await storage.fillAlbums()
      let before = try #require(try await storage.records.album(Sample.albumID(1), for: nil))
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      let after = try #require(try await storage.records.album(Sample.albumID(1), for: nil))
      #expect(after.version > before.version && after.photoCount == before.photoCount - 1)
      #expect(after.cover != before.cover)
    }
  }

  @Test func `albums are there when the store is opened again`() async throws {
    let folder = try TemporaryFolder()
    let before = try await withStorage(in: folder) { storage in
      let accounts = try await storage.fillAlbums()
      return try await storage.records.albums(AlbumQuery(scope: .joined(by: accounts[0].id), limit: 9))
    }
    try await withStorage(in: folder) { storage in
      let owner = try #require(before.first?.ownerID)
      #expect(before.count == 3)
      #expect(try await storage.records.albums(AlbumQuery(scope: .joined(by: owner), limit: 9)) == before)
      #expect(try await storage.stores.photoNumbers(of: Sample.albumID(1), for: nil) == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func `a restored store has the backup's albums, in versions that there never were`() async throws {
    let folder = try TemporaryFolder()
    let before = try await withStorage(in: folder) { storage in
      let accounts = try await storage.fillAlbums()
      return try await storage.records.albums(AlbumQuery(scope: .joined(by: accounts[0].id), limit: 9))
    }
    let upkeep = try DataFolder.open(at: "\(folder.path)/data", for: .upkeep)
    _ = try StoreBackup(of: upkeep, time: ManualTime()).run(to: .folder(folder.path("backup"), since: nil))
    let later = try await withStorage(in: folder) { storage in
      let album = try #require(try await storage.records.album(Sample.albumID(1), for: nil))
      for round in 0..<100 {
        _ = try await storage.records.changeAlbum(
          album.id, by: .edit(AlbumEdit(title: "Round \(round)")), for: album.ownerID, if: .presence
        )
      }
      return try #require(try await storage.records.album(album.id, for: nil)).version
    }
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: folder.path("backup")).run(into: restored.path("data"))
    #expect(try findings(in: restored).isEmpty)
    try await withStorage(in: restored) { storage in
      let owner = try #require(before.first?.ownerID)
      let found = try await storage.records.albums(AlbumQuery(scope: .joined(by: owner), limit: 9))
      #expect(found.allSatisfy { $0.version > later })
      let unversioned = found.enumerated().map { index, album in
        var album = album
        album.version = before[index].version
        return album
      }
      #expect(unversioned == before)
      #expect(try await storage.stores.photoNumbers(of: Sample.albumID(1), for: nil) == [1, 2, 3, 4, 5, 6])
    }
  }
}

/// Damage to albums, which a check finds and a repair mends.
@Suite(.timeLimit(.minutes(2))) struct AlbumRepairTests {
  @Test(arguments: [
    ("every place in an album is taken once", "UPDATE album_photo SET place = 7 WHERE album = 1 AND photo < 4"),
    ("every place in an album is taken once", "UPDATE album_photo SET place = 0"),
    ("albums know of their photos", "UPDATE album_photo SET access = 1 WHERE photo = 2"),
    ("albums know of their photos", "UPDATE album_photo SET owner = 3"),
    ("albums know of their photos", "DROP TRIGGER album_follows_photo; UPDATE photo SET visibility = 2"),
    (
      "only photos that are there",
      "INSERT INTO album_photo SELECT 1, number, 1, owner, 2, NULL FROM photo WHERE is_deleted = 1"
    ),
    ("the cover of an album is in it", "UPDATE album SET cover = 6 WHERE number = 2"),
    ("albums and links have a place", "UPDATE album SET sequence = 1000000 WHERE number = 1"),
    ("albums and links have a place", "UPDATE album SET sequence = 5"),
    ("every tally of an album", "UPDATE album_tally SET photo_count = photo_count + 1"),
    ("every tally of an album", "UPDATE album_tally SET photo_count = 0"),
    ("every tally of an album", "DELETE FROM album_tally WHERE album = 1"),
    ("every tally of an album", "INSERT INTO album_tally VALUES (2, 3, 1, 5)"),
  ])
  func `damage is found, and mended`(_ rule: String, _ damage: String) async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in
      let accounts = try await storage.fillAlbums()
      try await storage.upload(9, by: accounts[0], bytes: [9])
      try await storage.stores.edit(Sample.photoID(9), .deletion)
      try await storage.storage.collectGarbage()
    }
    #expect(try findings(in: folder, .records).isEmpty)
    do {
      let database = try Database(
        path: "\(folder.path)/data/woof.db",
        settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
      try database.execute("PRAGMA foreign_keys = OFF; \(damage)")
    }
    #expect(try findings(in: folder, .records).contains { $0.rule.hasPrefix(rule) })
    let outcome = try repair(folder)
    #expect(outcome.after.findings == [])
    #expect(Set(outcome.repaired) == Set(outcome.before.findings))
    #expect(try findings(in: folder, .records).isEmpty)
  }

  @Test func `photos at the same place are put one after the other, and the others keep their order`() async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { _ = try await $0.fillAlbums() }
    do {
      let database = try Database(
        path: "\(folder.path)/data/woof.db",
        settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
      try database.execute(
        """
        UPDATE album_photo SET place = -1 WHERE album = 1 AND photo = 6;
        UPDATE album_photo SET place = (SELECT place FROM album_photo WHERE album = 1 AND photo = 4)
          WHERE album = 1 AND photo = 2;
        """)
    }
    _ = try repair(folder)
    try await withStorage(in: folder) { (storage) async throws in
      #expect(try await storage.stores.photoNumbers(of: Sample.albumID(1), for: nil) == [6, 1, 3, 2, 4, 5])
      #expect(try await storage.stores.photoNumbers(of: Sample.albumID(2), for: nil) == [1, 2, 3])
    }
  }

  private func repair(_ folder: TemporaryFolder) throws -> StoreRepair.Outcome {
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    defer { data.close() }
    return try StoreRepair(of: data).run(.records)
  }
}

extension TestStorage {
  /// Adds three accounts, of which two own three photos each; an album of the first with all of them, to which the
  /// second contributes, one of the second with the first's photos, to which the first contributes, and one of the first
  /// without photos.
  fileprivate func fillAlbums() async throws -> [Principal] {
    let accounts = try await stores.accounts(3)
    for number in 1...6 { try await upload(number, by: accounts[(number - 1) / 3], bytes: [UInt8(number), 1]) }
    for (number, owner) in [(1, accounts[0]), (2, accounts[1]), (3, accounts[0])] {
      try await stores.makeAlbum(number, by: owner)
      guard number < 3 else { continue }
      try await stores.put(1...(number == 1 ? 6 : 3), into: Sample.albumID(number), for: owner)
      try await stores.change(
        Sample.albumID(number), .contributor(accounts[2 - number].name, isAdded: true), for: owner)
    }
    return accounts
  }

  /// The number of rows that there are of an album, of its photos, its contributors and its tallies.
  fileprivate func rows(ofAlbum number: Int) async throws -> [Int] {
    var counts: [Int] = []
    counts.append(try await count("album WHERE number = \(number)"))
    for table in ["album_photo", "album_contributor", "album_tally"] {
      counts.append(try await count("\(table) WHERE album = \(number)"))
    }
    return counts
  }

  fileprivate func count(_ rows: String) async throws -> Int {
    try await records.readers.read { snapshot in
      try snapshot.database[SQL("SELECT count(*) FROM \(rows)")].first { (columns) throws(SQLiteError) in
        try columns.next(Int.self)
      } ?? 0
    }
  }

  fileprivate func finishDeletions() async throws {
    try await storage.onMaintenanceThread { try $0.finishDeletions() }
  }
}
