import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct ReadPathTests {
  @Test func `no reading goes through a whole table or sorts one`() async throws {
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
          #expect(!step.hasPrefix("SCAN") || step.contains("account"), "\(step) in: \(sql)")
          #expect(!step.contains("TEMP B-TREE"), "\(step) in: \(sql)")
        }
      }
    }
  }

  @Test func `a page of one's photos is found by the indexes of what one may see`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let plans = try await storage.records.readers.read { snapshot in
        _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), limit: 10))
        _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), order: .popular, limit: 10))
        return try snapshot.database.preparedStatements.flatMap { try plan(of: $0, in: snapshot.database) }
      }
      for index in ["photo_listed", "photo_owned", "photo_popular", "photo_popular_owned"] {
        #expect(plans.contains { $0.contains("INDEX \(index) ") }, "\(index)")
      }
    }
  }

  private func readEverything(in snapshot: Snapshot, as account: Principal) throws {
    let cursor = PhotoQuery.Cursor(favouriteCount: 1, id: Sample.photoID(1))
    for order in PhotoQuery.Order.allCases {
      _ = try snapshot.photos(PhotoQuery(scope: .readable(by: account.id), order: order, after: cursor, limit: 10))
      _ = try snapshot.photos(
        PhotoQuery(scope: .owned(by: account.name, reader: account.id), order: order, after: cursor, limit: 10))
    }
    _ = try snapshot.livePhotos(after: cursor.id, limit: 10, reader: .account(account.id))
    _ = try snapshot.changes(after: 1, limit: 10, reader: .account(account.id))
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
    _ = try StoredAnswer.read(
      to: IdempotencyKey(account: account.id, text: "key"), at: Sample.time(0), in: snapshot.database)
  }

  private func plan(of sql: SQL, in database: Database) throws -> [String] {
    guard sql.text.hasPrefix("SELECT") else { return [] }
    return try database[SQL("EXPLAIN QUERY PLAN \(sql.text)")].all { (columns) throws(SQLiteError) in
      _ = (try columns.next(Int.self), try columns.next(Int.self), try columns.next(Int.self))
      return try columns.next(String.self)
    }
  }
}
