// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(1))) struct ReadPathTests {
  @Test func `no query scans or sorts a whole table`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let plans = try await storage.records.readers.read { snapshot in
        try readEverything(in: snapshot, as: account)
        return try snapshot.database.preparedStatements.map { sql in
          (sql.text, try plan(of: sql, in: snapshot.database))
        }
      }
      #expect(plans.count > 15)
      for (sql, plan) in plans {
        for step in plan {
          #expect(!step.hasPrefix("SCAN") || step.contains("account") || step.contains("tally"), "\(step) in: \(sql)")
          #expect(!step.contains("TEMP B-TREE"), "\(step) in: \(sql)")
        }
      }
    }
  }

  @Test func `a page of an account's visible photos is read from indexes`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let plans = try await storage.records.readers.read { snapshot in
        _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), limit: 10))
        _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), order: .popular, limit: 10))
        _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), order: .taken, limit: 10))
        return try snapshot.database.preparedStatements.flatMap { try plan(of: $0, in: snapshot.database) }
      }
      let indexes = [
        "photo_listed", "photo_owned", "photo_popular", "photo_popular_owned", "photo_timeline",
        "photo_timeline_owned",
      ]
      for index in indexes {
        #expect(plans.contains { $0.contains("INDEX \(index) ") }, "\(index)")
      }
    }
  }

  @Test func `an account's use is looked up and not counted`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let steps = try await storage.records.readers.read { snapshot in
        _ = try snapshot.summary(of: account.id)
        let sql = try #require(snapshot.database.preparedStatements.first { $0.text.contains("favourite_count") })
        return try plan(of: sql, in: snapshot.database)
      }
      #expect(!steps.isEmpty)
      #expect(steps.allSatisfy { $0.contains("USING INTEGER PRIMARY KEY") }, "\(steps)")
    }
  }

  @Test func `albums and pages of their photos are read from indexes that hold nothing else`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let album = try await storage.stores.makeAlbum(1, by: account)
      let plans = try await storage.records.readers.read { snapshot in
        let cursor = AlbumCursor(photo: Sample.photoID(1), place: 1)
        _ = try snapshot.photos(AlbumPhotoQuery(album: album.id, reader: account.id, after: cursor, limit: 10))
        for scope in [AlbumQuery.Scope.found(by: account.id), .owned(by: account.name, reader: account.id)] {
          _ = try snapshot.albums(AlbumQuery(scope: scope, after: Sample.albumID(2), limit: 10))
        }
        return try snapshot.database.preparedStatements.filter { $0.text.contains("album") }.map { sql in
          (sql.text, try plan(of: sql, in: snapshot.database))
        }
      }
      let indexes = [
        "album_photo_open", "album_photo_hidden", "album_listed", "album_owned", "album_contributor_account",
      ]
      for index in indexes {
        #expect(plans.contains { $0.1.contains { $0.contains("INDEX \(index) ") } }, "\(index)")
      }
      for (sql, plan) in plans {
        for step in plan {
          // The first of two photos is the lesser of two rows.
          #expect(!step.hasPrefix("SCAN") || step.contains("subquery") || step == "SCAN first", "\(step) in: \(sql)")
          #expect(!step.contains("TEMP B-TREE") || sql.contains("AS first"), "\(step) in: \(sql)")
        }
      }
    }
  }

  @Test func `timelines of lists are read from indexes that hold all that they tell`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let plans = try await storage.records.readers.read { snapshot in
        let time = ManualTime()
        let clock = RestorationClock(time: time, steadyTime: SteadyTime(time))
        for view in [TimelineView.readable(by: nil), .readable(by: account.id), .owned(by: account.id)] {
          _ = try snapshot.months(of: view, by: clock)
        }
        return try snapshot.database.preparedStatements.filter { $0.text.contains("ratio,") }.map { sql in
          (sql.text, try plan(of: sql, in: snapshot.database))
        }
      }
      #expect(plans.count == 2)
      for (sql, plan) in plans {
        let steps = plan.filter { $0.hasPrefix("SCAN") || $0.hasPrefix("SEARCH") }
        #expect(
          !steps.isEmpty && steps.allSatisfy { $0.contains("COVERING INDEX photo_timeline") }, "\(plan) in: \(sql)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan) in: \(sql)")
      }
    }
  }

  private func readEverything(in snapshot: Snapshot, as account: Principal) throws {
    let cursor = PhotoQuery.Cursor(rank: 1, id: Sample.photoID(1))
    for order in PhotoQuery.Order.allCases {
      _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), order: order, after: cursor, limit: 10))
      _ = try snapshot.photos(
        PhotoQuery(scope: .owned(by: account.name, reader: account.id), order: order, after: cursor, limit: 10))
    }
    _ = try snapshot.livePhotos(after: cursor.id, limit: 10, reader: .account(account.id))
    _ = try snapshot.livePhotos(after: cursor.id, limit: 10, reader: .administrator)
    _ = try snapshot.changes(after: 1, limit: 10, reader: .account(account.id))
    try administer(snapshot, as: account)
    _ = try snapshot.favourites(
      of: account.id, after: FavouriteCursor(setAt: Sample.time(1), id: cursor.id), limit: 10)
    _ = try snapshot.favourites(among: [cursor.id], of: account.id)
    _ = try snapshot.photo(cursor.id)
    _ = try snapshot.photo(number: 1)
    _ = try snapshot.annotations(of: cursor.id)
    _ = try snapshot.dueDerivations(at: Sample.time(0), limit: 10)
    _ = try snapshot.nextDerivationTime()
    _ = try snapshot.perceptualHashes(after: cursor.id, limit: 10)
    _ = try snapshot.summaries()
    _ = try snapshot.credential(of: account.name)
    _ = try StoredResponse.read(
      to: IdempotencyKey(account: account.id, text: "key"), at: Sample.time(0), in: snapshot.database)
  }

  private func administer(_ snapshot: Snapshot, as account: Principal) throws {
    let time = ManualTime()
    let clock = RestorationClock(time: time, steadyTime: SteadyTime(time))
    for order in PhotoSearch.Order.allCases {
      for owner in [nil, account.name] {
        for after in [nil, PhotoSearch.Cursor(rank: 7, id: Sample.photoID(1))] {
          let search = PhotoSearch(owner: owner, state: .all, order: order, after: after, limit: 10)
          _ = try snapshot.photos(matching: search, at: clock)
        }
      }
    }
    _ = try snapshot.administeredPhoto(Sample.photoID(1), at: clock)
    _ = try snapshot.favourites(ofPhoto: Sample.photoID(1), after: account.name, limit: 10)
    _ = try snapshot.summaries(after: account.name, limit: 10)
    _ = try snapshot.summary(of: account.id)
    _ = try snapshot.counts()
    let ticket = UploadTicketID(uuid: Sample.photoID(1))
    _ = try snapshot.ticket(ticket, at: Sample.time(0))
    for owner in [nil, account.id] {
      _ = try snapshot.tickets(UploadTicketQuery(account: owner, after: ticket, limit: 10, at: Sample.time(0)))
    }
  }

  private func plan(of sql: SQL, in database: Database) throws -> [String] {
    guard sql.text.hasPrefix("SELECT") else { return [] }
    return try database[SQL("EXPLAIN QUERY PLAN \(sql.text)")].all { (columns) throws(SQLiteError) in
      _ = (try columns.next(Int.self), try columns.next(Int.self), try columns.next(Int.self))
      return try columns.next(String.self)
    }
  }
}
