// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(3))) struct FavouriteFoldTests {
  @Test func `reads give the same before and after favourites are folded`() async throws {
    try await withStorage { storage in
      let accounts = try await prepare(storage)
      var numbers = SeededGenerator(seed: 3)
      for round in 0..<6 {
        try await likeAtRandom(storage, accounts, times: 40, using: &numbers)
        #expect(storage.records.statistics.pendingFavouriteCount > 0)
        let pending = try await View(of: storage, accounts)
        try await storage.fold()
        #expect(storage.records.statistics.pendingFavouriteCount == 0)
        #expect(try await View(of: storage, accounts) == pending, "round \(round)")
      }
    }
  }

  @Test func `reads give the same after a crash`() async throws {
    let (copy, accounts, before) = try await withStorage { storage in
      let accounts = try await prepare(storage)
      var numbers = SeededGenerator(seed: 5)
      for _ in 0..<4 {
        try await likeAtRandom(storage, accounts, times: 25, using: &numbers)
        if Bool.random(using: &numbers) { try await storage.fold() }
      }
      try await likeAtRandom(storage, accounts, times: 25, using: &numbers)
      return (try crashedCopy(of: storage), accounts, try await View(of: storage, accounts))
    }
    let after = try await withStorage(in: copy) { storage in try await View(of: storage, accounts) }
    #expect(after == before)
    #expect(try findings(in: copy, .records).isEmpty)
  }

  @Test func `deleting and editing photos with pending favourites loses no others`() async throws {
    try await withStorage { storage in
      let accounts = try await prepare(storage)
      for account in accounts {
        for number in 0..<10 { try await storage.stores.like(Sample.photoID(number), by: account, at: Int64(number)) }
      }
      try await storage.stores.edit(Sample.photoID(3), .deletion)
      try await storage.stores.edit(Sample.photoID(4), PhotoEdit(visibility: .private))
      for account in accounts {
        let favourites = try await storage.records.favourites(of: account.id, after: nil, limit: 100)
        #expect(favourites.map(\.photo.favouriteCount).allSatisfy { $0 == accounts.count })
        #expect(favourites.count == (account == accounts[0] ? 9 : 8))
      }
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `many favourites are folded by themselves`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.stores.accounts(64)
      for number in 0..<10 { try await storage.stores.add(number, by: accounts[0]) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for account in accounts {
          group.addTask {
            for round in 0..<150 {
              try await storage.stores.like(Sample.photoID(round % 10), by: account, (round / 10).isMultiple(of: 2))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(storage.records.statistics.foldMicroseconds.count > 0)
      #expect(storage.records.statistics.pendingFavouriteCount < 9600)
    }
  }

  @Test func `favourites are folded by themselves after a rest`() async throws {
    try await withStorage { storage in
      let accounts = try await prepare(storage)
      try await storage.stores.like(Sample.photoID(1), by: accounts[0])
      storage.time.advance(milliseconds: 250)
      while storage.records.statistics.pendingFavouriteCount > 0 { await Task.yield() }
      #expect(try await storage.records.photo(Sample.photoID(1))?.favouriteCount == 1)
    }
  }

  @Test func `closing folds pending favourites`() async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in
      let accounts = try await prepare(storage)
      try await storage.stores.like(Sample.photoID(1), by: accounts[0])
    }
    let database = try Database(
      path: "\(folder.path)/data/woof.db",
      settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
    let rows = try database[SQL("SELECT (SELECT count(*) FROM favourite_journal), (SELECT count(*) FROM favourite)")]
      .first { (columns) throws(SQLiteError) in [try columns.next(Int.self), try columns.next(Int.self)] }
    #expect(rows == [0, 1])
  }

  private func prepare(_ storage: TestStorage) async throws -> [Principal] {
    let accounts = try await storage.stores.accounts(4)
    for number in 0..<10 {
      try await storage.stores.add(
        number, by: accounts[number % 2], visibility: number % 5 == 0 ? .unlisted : .public)
    }
    return accounts
  }

  private func likeAtRandom(
    _ storage: TestStorage, _ accounts: [Principal], times: Int, using numbers: inout SeededGenerator
  ) async throws {
    for time in 0..<times {
      guard let account = accounts.randomElement(using: &numbers) else { return }
      try await storage.stores.like(
        Sample.photoID(Int.random(in: 0..<10, using: &numbers)), by: account, at: Int64(time / 3),
        Bool.random(using: &numbers))
    }
  }

  /// All that can be read.
  private struct View: Equatable {
    var photos: [PhotoRecord?] = []
    var lists: [[PhotoRecord]] = []
    var favourites: [[Favourite]] = []
    var marks: [Set<PhotoID>] = []
    var changes: [[PhotoRecord]] = []
    var summaries: [AccountSummary] = []

    init(of storage: TestStorage, _ accounts: [Principal]) async throws {
      let store = storage.records
      let all = (0..<10).map { Sample.photoID($0) }
      for id in all { photos.append(try await store.photo(id)) }
      for reader in accounts.map(\.id) + [nil] {
        for order in PhotoQuery.Order.allCases {
          lists += try await pages(of: PhotoQuery(scope: .readable(by: reader), order: order, limit: 3), in: store)
          lists += try await pages(
            of: PhotoQuery(scope: .owned(by: accounts[0].name, reader: reader), order: order, limit: 2), in: store)
        }
        for limit in [1, 4, 100] {
          changes.append(try await log(limit: limit, reader: ChangeReader(reader), in: store))
        }
      }
      for account in accounts {
        favourites += try await likes(of: account.id, in: store)
        marks.append(try await store.favourites(among: all, of: account.id))
      }
      summaries = try await store.accounts()
    }

    private func pages(of query: PhotoQuery, in store: EmbeddedStore) async throws -> [[PhotoRecord]] {
      var (query, pages) = (query, [[PhotoRecord]]())
      repeat {
        pages.append(try await store.photos(query))
        query.after = pages.last?.last.map { PhotoQuery.Cursor(behind: $0, in: query.order) }
      } while query.after != nil
      return pages
    }

    private func log(limit: Int, reader: ChangeReader, in store: EmbeddedStore) async throws -> [PhotoRecord] {
      var (photos, page) = ([PhotoRecord](), ChangeLogPage(photos: [], through: 0, hasMore: true))
      while page.hasMore {
        page = try await store.changes(after: page.through, limit: limit, reader: reader)
        photos += page.photos
      }
      return photos
    }

    private func likes(of account: AccountID, in store: EmbeddedStore) async throws -> [[Favourite]] {
      var pages: [[Favourite]] = []
      repeat {
        pages.append(try await store.favourites(of: account, after: pages.last?.last?.cursor, limit: 2))
      } while pages.last?.isEmpty == false
      return pages
    }
  }
}

extension TestStorage {
  /// Folds what is pending.
  func fold() async throws { try await records.writer.write { try $0.foldFavourites() } }
}
