// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Share links on the disk: what is kept of them, forgotten and restored.
@Suite(.timeLimit(.minutes(2))) struct ShareLinkKeepingTests {
  @Test func `a store in which everything was done with links is sound, whatever the grace period`() async throws {
    for grace in [Duration.zero, .seconds(60)] {
      let folder = try TemporaryFolder()
      try await withStorage(in: folder, configuration: .with(grace: grace)) { storage in
        let stores = storage.stores
        let accounts = try await storage.fillLinks()
        let edit = ShareLinkEdit(password: .hash(try Sample.passwordHash()), allowsDownload: true)
        _ = try await stores.links.editLink(Sample.linkID(1), of: accounts[0].id, at: Sample.time(0), edit)
        try await stores.links.addVisits([Sample.linkID(1): ShareLink.Visits(count: 1, last: Sample.time(1))])
        #expect(try await stores.links.removeLink(Sample.linkID(2), of: accounts[0].id))
        try await stores.edit(Sample.photoID(1), .deletion)
        try await stores.edit(Sample.photoID(2), PhotoEdit(owner: accounts[1]))
        try await stores.change(Sample.albumID(1), .deletion, for: accounts[0])
        try await stores.administration.deleteAccount(accounts[1].name)
        #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
        try await storage.finishDeletions()
        #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
      }
      #expect(try findings(in: folder).isEmpty)
    }
  }

  @Test func `a deleted photo keeps its links for as long as it can be restored`() async throws {
    let time = ManualTime()
    try await withStorage(time: time, configuration: .with(grace: .seconds(60))) { storage in
      _ = try await storage.fillLinks(lifetime: 1_000_000)
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      time.advance(milliseconds: 59_999)
      try await storage.finishDeletions()
      #expect(try await storage.linkCount("photo = 1") == 1)
      _ = try await storage.records.restorePhoto(Sample.photoID(1))
      #expect(try await storage.stores.openedLink(3)?.target == Sample.photo(1))
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      time.advance(milliseconds: 60_000)
      try await storage.finishDeletions()
      #expect(try await storage.linkCount("photo = 1") == 0)
      #expect(try await storage.linkCount() == 5)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a photo that is deleted without a grace period, or erased, leaves no link`() async throws {
    try await withStorage { storage in
      _ = try await storage.fillLinks()
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      try await storage.stores.administration.erasePhoto(Sample.photoID(2))
      try await storage.finishDeletions()
      #expect(try await storage.linkCount("photo IN (1, 2)") == 0)
      #expect(try await storage.linkCount() == 4)
    }
  }

  @Test func `a photo that was given away takes the links of its earlier owner along when it goes`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.fillLinks()
      try await storage.stores.edit(Sample.photoID(1), PhotoEdit(owner: accounts[1]))
      try await storage.stores.administration.deleteAccount(accounts[1].name)
      try await storage.finishDeletions()
      #expect(try await storage.stores.linkIDs(of: accounts[0]) == [4, 2, 1].map(Sample.linkID))
      #expect(try await storage.linkCount() == 3)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `deleted albums and accounts leave no link, and others keep theirs`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.fillLinks()
      try await storage.stores.change(Sample.albumID(1), .deletion, for: accounts[0])
      #expect(try await storage.linkCount("album = 1") == 0)
      #expect(try await storage.linkCount() == 4)
      try await storage.stores.administration.deleteAccount(accounts[1].name)
      try await storage.finishDeletions()
      #expect(try await storage.linkCount("account = \(accounts[1].id.rawValue)") == 0)
      #expect(try await storage.linkCount() == 2)
    }
  }

  @Test func `the links of an account whose deletion a crash has ended are gone`() async throws {
    let copy = try await withStorage { storage in
      let accounts = try await storage.fillLinks()
      _ = try await storage.records.writer.write { try $0.beginDeletion(of: accounts[0].name) }
      return try crashedCopy(of: storage)
    }
    #expect(try findings(in: copy).isEmpty)
    try await withStorage(in: copy) { storage in
      for number in 1...4 { #expect(try await storage.stores.openedLink(number) == nil, "\(number)") }
      #expect(try await storage.linkCount() == 2)
      try await storage.finishDeletions()
    }
    #expect(try findings(in: copy).isEmpty)
  }

  @Test func `links that have expired are forgotten by themselves, and no others`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.fillLinks()
      let kept = ShareLink.Terms(expiresAt: Sample.time(60_001))
      try await storage.stores.makeLink(9, to: Sample.album(1), by: accounts[0], kept)
      storage.time.advance(milliseconds: 60_000)
      for _ in 0..<2 { try await storage.storage.onMaintenanceThread { _ in } }
      #expect(try await storage.linkCount() == 1)
      #expect(try await storage.stores.openedLink(9, at: 60_000)?.terms == kept)
    }
  }

  @Test func `however many links have expired, all are forgotten`() async throws {
    try await withStorage { storage in
      _ = try await storage.fillLinks()
      try await storage.records.writer.write { transaction in
        try transaction.database.execute(
          """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
          INSERT INTO share_link (id, account, secret_hash, album, photo, created_at, expires_at, password_hash,
              allows_download, shows_location)
            SELECT CAST('id-' || n AS BLOB), account, CAST('hash-' || n AS BLOB), album, photo, created_at, expires_at,
              NULL, 0, 0
            FROM number JOIN share_link ON album = 1 GROUP BY n;
          """)
      }
      #expect(try await storage.linkCount() == 1206)
      storage.time.advance(milliseconds: 100)
      try await storage.storage.onMaintenanceThread { try $0.forgetLinks() }
      #expect(try await storage.linkCount() == 0)
    }
  }

  @Test func `links are there when the store is opened again, with their visits`() async throws {
    let folder = try TemporaryFolder()
    let before = try await withStorage(in: folder) { try await Self.visited($0) }
    try await withStorage(in: folder) { (storage) async throws in
      for number in 1...6 { #expect(try await storage.stores.openedLink(number) == before[number - 1], "\(number)") }
      let id = try await storage.stores.linkIDs(of: before[0]?.owner)
      #expect(id == [4, 3, 2, 1].map(Sample.linkID))
    }
  }

  @Test func `a restored store has the backup's links, and opens them by the same secrets`() async throws {
    let folder = try TemporaryFolder()
    let before = try await withStorage(in: folder) { try await Self.visited($0) }
    let upkeep = try DataFolder.open(at: "\(folder.path)/data", for: .upkeep)
    _ = try StoreBackup(of: upkeep, time: ManualTime()).run(to: .folder(folder.path("backup"), since: nil))
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: folder.path("backup")).run(into: restored.path("data"))
    #expect(try findings(in: restored).isEmpty)
    try await withStorage(in: restored) { (storage) async throws in
      for number in 1...6 { #expect(try await storage.stores.openedLink(number) == before[number - 1], "\(number)") }
    }
  }

  @Test func `the links of a secret, an account, an album and a photo are found by indexes`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.fillLinks()
      let plans = try await storage.records.readers.read { snapshot in
        _ = try snapshot.link(ofSecretHash: Sample.digest(1), at: Sample.time(0))
        _ = try snapshot.link(Sample.linkID(1), at: Sample.time(0))
        let targets: [ShareLink.Target?] = [nil, Sample.album(1), Sample.photo(1)]
        for target in targets {
          let query = ShareLinkQuery(account: accounts[0].id, target: target, limit: 10, at: Sample.time(0))
          _ = try snapshot.links(query)
        }
        _ = try snapshot.links(ShareLinkQuery(account: nil, limit: 10, at: Sample.time(0)))
        return try snapshot.database.preparedStatements.filter { $0.text.contains("FROM share_link") }.map { sql in
          (sql.text, try Self.plan(of: sql, in: snapshot.database))
        }
      }
      #expect(plans.count == 6)
      for (sql, plan) in plans {
        for step in plan where step.contains("share_link") {
          // Administrators go through all links, in the order of their ids.
          #expect(!step.hasPrefix("SCAN") || sql.contains("+expires_at"), "\(step) in: \(sql)")
        }
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan) in: \(sql)")
      }
    }
  }

  private static func visited(_ storage: TestStorage) async throws -> [ShareLink?] {
    _ = try await storage.fillLinks()
    let visits = ShareLink.Visits(count: 7, last: Sample.time(5))
    try await storage.stores.links.addVisits([Sample.linkID(2): visits])
    var links: [ShareLink?] = []
    for number in 1...6 { links.append(try await storage.stores.openedLink(number)) }
    #expect(links[1]?.visits == visits && links.allSatisfy { $0 != nil })
    return links
  }

  private static func plan(of sql: SQL, in database: Database) throws -> [String] {
    try database[SQL("EXPLAIN QUERY PLAN \(sql.text)")].all { (columns) throws(SQLiteError) in
      _ = (try columns.next(Int.self), try columns.next(Int.self), try columns.next(Int.self))
      return try columns.next(String.self)
    }
  }
}

extension TestStorage {
  /// Adds two accounts with two photos and an album each; of the first, two links to the album and one to each photo,
  /// and of the second, one to the album and one to a photo. The links are numbered from 1, and last for so many
  /// milliseconds.
  fileprivate func fillLinks(lifetime: Int64 = 100) async throws -> [Principal] {
    let accounts = try await stores.accounts(2)
    for number in 1...4 { try await upload(number, by: accounts[(number - 1) / 2], bytes: [UInt8(number), 2]) }
    for number in 1...2 { try await stores.makeAlbum(number, by: accounts[number - 1]) }
    let targets = [
      Sample.album(1), Sample.album(1), Sample.photo(1), Sample.photo(2), Sample.album(2), Sample.photo(3),
    ]
    for (index, target) in targets.enumerated() {
      let terms = ShareLink.Terms(expiresAt: Sample.time(lifetime))
      try await stores.makeLink(index + 1, to: target, by: accounts[index / 4], terms)
    }
    return accounts
  }

  /// The number of links that there are, or of some of them.
  fileprivate func linkCount(_ condition: String = "true") async throws -> Int {
    try await records.readers.read { snapshot in
      try snapshot.database[SQL("SELECT count(*) FROM share_link WHERE \(condition)")].first {
        (columns) throws(SQLiteError) in try columns.next(Int.self)
      } ?? 0
    }
  }

  fileprivate func finishDeletions() async throws {
    try await storage.onMaintenanceThread { try $0.finishDeletions() }
  }
}
