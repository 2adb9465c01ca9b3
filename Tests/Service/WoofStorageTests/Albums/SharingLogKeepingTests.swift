// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// What the log of albums and links keeps, and what a change of it costs.
@Suite struct SharingLogKeepingTests {
  @Test func `what nobody is told of any more moves the log on, over a restart too`() async throws {
    let folder = try TemporaryFolder()
    let latest = try await withStorage(in: folder) { storage in
      let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
      try await storage.stores.makeAlbum(1, by: bob, visibility: .private)
      try await storage.stores.makeAlbum(2, by: ada, visibility: .private)
      try await storage.stores.makeLink(1, to: Sample.album(2), by: ada)
      try await storage.stores.administration.deleteAccount(ada.name)
      return storage.records.latestSequence
    }
    try await withStorage(in: folder) { storage in
      #expect(storage.records.latestSequence == latest)
      let told = try await storage.records.sharingChanges(after: 0, limit: 9, reader: .administrator, of: .all)
      #expect(told.entries.count == 2)
    }
    #expect(try findings(in: folder, .records).isEmpty)
  }

  @Test func `a link that expires is no change, and who has missed its newest one is told that it has expired`()
    async throws
  {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.makeAlbum(1, by: ada)
      try await storage.stores.makeLink(1, to: Sample.album(1), by: ada)
      let latest = storage.records.latestSequence
      let isMore = try await storage.records.writer.write { transaction in
        try transaction.forgetLinks(expiredBy: Sample.time(1000))
      }
      #expect(!isMore && storage.records.latestSequence == latest)
      let reader = ChangeReader.account(ada.id)
      let missed = try await storage.records.sharingChanges(after: latest - 1, limit: 9, reader: reader, of: .links)
      let expired = SharingWithdrawal(.link(Sample.linkID(1)), reason: .expired)
      #expect(missed.entries == [SharingLogEntry(.withdrawal(expired), at: latest)])
      let known = try await storage.records.sharingChanges(after: latest, limit: 9, reader: reader, of: .links)
      #expect(known.entries == [])
    }
  }

  @Test func `a log full of others' private albums is read in parts that each come to an end`() async throws {
    try await withStorage { storage in
      let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
      try await storage.records.writer.write { transaction in
        for number in 1...2500 {
          try transaction.database[
            SQL(
              """
              INSERT INTO album (id, owner, title, visibility, created_at, version) VALUES (?1, ?2, 'Rex', 2, 5, 1)
              """)
          ].run(Sample.albumID(number), ada.id)
        }
      }
      let last = try await storage.stores.makeAlbum(3000, by: bob)
      let reader = ChangeReader.account(bob.id)
      let first = try await storage.records.sharingChanges(after: 0, limit: 9, reader: reader, of: .albums)
      #expect(first.entries == [] && first.hasMore && first.through == 2000)
      let second = try await storage.records.sharingChanges(after: 2000, limit: 9, reader: reader, of: .albums)
      #expect(second.entries == [SharingLogEntry(.album(last), at: 2501)] && !second.hasMore)
    }
  }

  @Test func `a change of an album with many photos writes as few rows as one of a small album`() async throws {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.makeAlbum(1, by: ada)
      for number in 1...200 { try await storage.stores.add(number, by: ada) }
      try await storage.stores.put(1...199, into: Sample.albumID(1), for: ada)
      func rows(_ change: AlbumChange) async throws -> Int64 {
        try await storage.records.writer.write { transaction in
          let before = transaction.database.changeCount
          _ = try transaction.changeAlbum(Sample.albumID(1), by: change, for: ada.id, if: .presence)
          try transaction.numberSharing()
          return transaction.database.changeCount - before
        }
      }
      // The album twice, once with its position, and the position of the log.
      #expect(try await rows(.edit(AlbumEdit(cover: .photo(Sample.photoID(7))))) == 4)
      #expect(try await rows(.placing(Sample.photoID(1), .end)) == 4)
      // A photo, its tally and what is to be indexed of it beside that.
      #expect(try await rows(.placing(Sample.photoID(200), .kept)) <= 7)
    }
  }
}
