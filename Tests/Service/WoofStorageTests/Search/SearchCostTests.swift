// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// What searches look at, so that none takes longer for what it does not tell of.
@Suite(.timeLimit(.minutes(1))) struct SearchCostTests {
  @Test func `own photos are looked for by words that no other account has`() throws {
    let text = try SearchText("dog 2024-06 Lake")
    let index = SearchIndex.owned(AccountID(rawValue: 300))
    let words = #""12cxdog" AND "12cx2024 12cx06" AND "#
    #expect(index.expression(text, isRanked: true) == words + #"("12cxLake" OR "12cxLake" *)"#)
    // All that have a word begin with it.
    #expect(index.expression(text, isRanked: false) == words + #""12cxLake" *"#)
  }

  @Test func `no account's mark is the beginning of another's`() {
    let accounts: [Int64] = [1, 2, 15, 16, 255, 256, 4095, 4096, 65_535, 65_536, .max]
    let marks = Set(accounts.map { OwnWords.mark(of: AccountID(rawValue: $0)) })
    for mark in marks {
      #expect(!marks.contains { $0 != mark && $0.hasPrefix(mark) })
      #expect(mark.count >= OwnWords.leastMarkLength)
    }
  }

  @Test(arguments: [
    ("", ""), ("!? -", ""), ("Rex", "001xRex"), ("A dog's IMG_12.jpg", "001xA 001xdog 001xs 001xIMG 001x12 001xjpg"),
    ("Käthe\u{301} \u{301} 犬の写真 🐶", "001xKäthe\u{301} 001x犬の写真"),
  ])
  func `each word of a text is marked`(_ text: String, _ marked: String) {
    #expect(OwnWords.marked(text, of: AccountID(rawValue: 1)) == marked)
  }

  @Test func `nobody meets the words of others by writing their mark`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      let bob = try await stores.account("bob")
      let mark = OwnWords.mark(of: bob.id)
      try await stores.add(1, by: ada, caption: "\(mark)rex", visibility: .private, fileName: "\(mark)lake.jpg")
      try await stores.add(2, by: bob, caption: "Bella", visibility: .private)
      for text in ["rex", "lake", "\(mark)rex", "\(OwnWords.mark(of: ada.id))\(mark)rex"] {
        #expect(try await stores.found(text, by: bob) == [], "\(text)")
      }
      #expect(try await stores.found("\(mark)rex", by: ada) == [1])
    }
  }

  @Test func `beginnings of words have indexes, however long they are`() async throws {
    let store = try await StoreOnDisk()
    let database = try Database(
      path: "\(store.path)/woof.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
    func definitions() throws -> [String] {
      try database[SQL("SELECT sql FROM sqlite_schema WHERE name IN ('listed_search', 'owned_search') ORDER BY name")]
        .all {
          (columns) throws(SQLiteError) in try columns.next(String.self).split(whereSeparator: \.isWhitespace).joined()
        }
    }
    let made = try definitions()
    for length in 9...31 { #expect(made.allSatisfy { $0.contains("\(length)") }) }
    // A repair makes them as the schema does.
    try database.execute("DROP TABLE listed_search; DROP TABLE owned_search; \(SearchIndex.definitions)")
    #expect(try definitions() == made)
  }

  @Test func `what was found is remembered until anything is written`() async throws {
    let store = try await StoreOnDisk()
    let settings = DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1))
    let database = try Database(path: "\(store.path)/woof.db", settings: settings)
    let other = try Database(path: "\(store.path)/woof.db", settings: settings)
    let memory = ReaderMemory()
    var reads = 0
    func look(_ text: String) throws {
      let value = try memory.value(for: text, in: database, byteCount: { $0.utf8.count }) { () throws(SQLiteError) in
        reads += 1
        return text
      }
      #expect(value == text)
    }
    for text in ["a", "a", "b", "a", "b"] { try look(text) }
    #expect(reads == 2)
    try other.execute("UPDATE photo SET version = version + 1 WHERE number = 1")
    try look("a")
    #expect(reads == 3)
    for number in 0..<20 { try look("c\(number)") }
    try look("a")
    #expect(reads == 24)
    // What takes more room than there is, is not kept.
    let large = String(repeating: "x", count: 2 << 20)
    for _ in 0..<2 { try look(large) }
    #expect(reads == 26)
  }

  @Test func `a page by date reads no more places than it shows`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      for number in 1...9 { try await stores.add(number, by: ada, caption: "Rex") }
      let counts = try await storage.records.readers.read { snapshot in
        let indexes = try snapshot.indexes(of: .readable(by: ada.id))
        let text = try SearchText("rex")
        return [
          try snapshot.rows(of: text, in: indexes, TimelineSpan(.all), limit: 4).count,
          try snapshot.rows(of: text, in: indexes, TimelineSpan(.all)).count,
        ]
      }
      #expect(counts == [4, 9])
    }
  }

  @Test func `timelines of a search are gone through in the order of an index`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      let model = SearchModel(photoCount: 2000, seed: 3)
      try await model.add(to: stores, by: [ada, ada, ada, ada])
      try await storage.indexAll()
      let plans = try await storage.records.readers.read { snapshot in
        let indexes = try snapshot.indexes(of: .readable(by: ada.id))
        _ = try snapshot.rows(of: try SearchText("whole"), in: indexes, TimelineSpan(.all))
        return try snapshot.database.preparedStatements.flatMap { try plan(of: $0, in: snapshot.database) }
      }
      #expect(plans.contains { $0.contains("USING COVERING INDEX photo_timeline ") }, "\(plans)")
      #expect(!plans.contains { $0.contains("TEMP B-TREE") }, "\(plans)")
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

@Suite struct PhotoSetTests {
  @Test func `a set of photos holds what a set of numbers does`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let greatest = Int64(random.below(400))
      var (photos, numbers): (PhotoSet, Set<Int64>) = (PhotoSet(upTo: greatest), [])
      var (others, otherNumbers): (PhotoSet, Set<Int64>) = (PhotoSet(upTo: greatest + 100), [])
      for _ in 0..<300 {
        let number = Int64(random.below(Int(greatest) + 1))
        if random.below(3) == 0 {
          photos.remove(number)
          numbers.remove(number)
        } else {
          photos.insert(number)
          numbers.insert(number)
        }
        if random.below(2) == 0 {
          others.insert(number + 60)
          otherNumbers.insert(number + 60)
        }
      }
      photos.subtract(others)
      numbers.subtract(otherNumbers)
      var all: [Int64] = []
      photos.forEach { all.append($0) }
      #expect(all == numbers.sorted() && photos.count == numbers.count)
      #expect((-5...600).allSatisfy { photos.contains($0) == numbers.contains($0) })
    }
  }

  @Test func `numbers that no photo has are in no set`() {
    var photos = PhotoSet(upTo: 10)
    for number in [-1, .min, 64, .max] as [Int64] { photos.insert(number) }
    #expect(photos.count == 0)
  }
}
