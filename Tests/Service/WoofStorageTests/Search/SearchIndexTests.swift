// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// The search indexes follow what changes.
@Suite(.timeLimit(.minutes(2))) struct SearchIndexTests {
  private let album = Sample.albumID(1)

  @Test func `photos of a deleted account are not found`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex")
      try await stores.administration.deleteAccount(ada.name)
      try await storage.storage.onMaintenanceThread { try $0.finishDeletions() }
      #expect(try await stores.found("rex") == [])
    }
  }

  @Test func `favourites that are not in the tables yet count`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      let id = try await stores.add(1, by: ada, caption: "Rex").id
      try await stores.like(id, by: ada)
      let query = PhotoTextQuery(try SearchText("rex"), scope: .readable(by: nil), limit: 1)
      #expect(try await stores.records.photos(matching: query).map(\.record.favouriteCount) == [1])
    }
  }

  @Test func `all of thousands of photos are found once, those that are ranked first`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex")
      try await storage.addThousands(by: ada)
      try await storage.indexAll()
      // Every hundredth has the word in its caption, the others in the title of an album.
      for reader in [nil, ada] {
        let found = try await stores.found("meadow", by: reader, pageLimit: 300)
        #expect(found.count == 2401 && Set(found).count == 2401)
        let ranked = found.prefix(Snapshot.rankedCount)
        let best = ranked.prefix { $0 % 100 == 0 }
        #expect(best.count == 10 && Array(best) == best.sorted(by: >))
        #expect(Array(ranked.dropFirst(10)) == ranked.dropFirst(10).sorted(by: >))
        let rest = found.dropFirst(Snapshot.rankedCount)
        #expect(Array(rest) == rest.sorted(by: >) && rest.first.map { $0 < (ranked.min() ?? 0) } == true)
      }
    }
  }

  @Test func `however many photos come while a search is gone on with, no other one is left out or found twice`()
    async throws
  {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex")
      try await storage.addThousands(by: ada)
      try await storage.indexAll()
      let all = try await stores.found("meadow", pageLimit: 500)
      var query = PhotoTextQuery(try SearchText("meadow"), scope: .readable(by: nil), limit: 5)
      var found = try await stores.records.photos(matching: query)
      // More than are ranked, and as good as the best.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 4000..<5200 { group.addTask { try await stores.add(number, by: ada, caption: "meadow") } }
        try await group.waitForAll()
      }
      try await storage.indexAll()
      query.limit = 500
      while let last = found.last, found.count < 2401 {
        query.after = last.cursor
        let page = try await stores.records.photos(matching: query)
        guard !page.isEmpty else { break }
        found += page
      }
      #expect(found.map { Int($0.record.id.low & 0xFFFF) } == all)
    }
  }

  @Test func `where the words of many photos change, none is found by former ones meanwhile`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex")
      try await storage.addThousands(by: ada)
      try await storage.indexAll()
      #expect(try await stores.found("meadow album", pageLimit: 500).count == 2401)
      try await stores.change(album, .edit(AlbumEdit(title: "Urlaub")), for: ada)
      #expect(try await stores.found("meadow album", pageLimit: 500).count <= 1)
      try await storage.indexAll()
      #expect(try await stores.found("meadow album", pageLimit: 500) == [])
      #expect(try await stores.found("urlaub", pageLimit: 500).count == 2401)
      #expect(!(try findings(in: crashedCopy(of: storage), .records).contains { $0.rule.contains("search") }))
    }
  }
}

extension TestStorage {
  /// Adds 2,400 photos, of which every hundredth has `meadow` as its caption, and puts them and photo 1 into a public album
  /// with the title `Meadow album`.
  fileprivate func addThousands(by owner: Principal) async throws {
    try await stores.makeAlbum(1, by: owner)
    try await stores.change(Sample.albumID(1), .edit(AlbumEdit(title: "Meadow album")), for: owner)
    let ids = (1000..<3400).map { ($0, Sample.photoID($0)) }
    try await records.writer.write { transaction in
      let database = transaction.database
      for (number, id) in ids {
        try database[
          SQL(
            """
            INSERT INTO photo (number, id, owner, visibility, is_deleted, favourite_count, version, sequence,
              metadata_sequence, withdrawn_sequence)
            SELECT ?1, ?2, owner, 0, 0, 0, 1, ?1, ?1, 0 FROM photo WHERE number = 1
            """)
        ].run(number, id)
      }
      try database.execute(
        """
        INSERT INTO photo_detail (photo, digest, byte_count, type, width, height, created_at, caption)
          SELECT number, zeroblob(32), 1, 'image/png', 1, 1, 1, iif(number % 100 = 0, 'meadow', 'Rex') FROM photo
          WHERE number >= 1000;
        INSERT INTO album_photo SELECT 1, number, number, owner, 0, NULL FROM photo;
        """)
    }
  }

  /// Waits until all photos are indexed.
  func indexAll() async throws {
    try await storage.onMaintenanceThread { loop in try loop.indexPhotos() }
  }
}
