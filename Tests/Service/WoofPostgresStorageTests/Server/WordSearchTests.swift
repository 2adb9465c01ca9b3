// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct WordSearchTests {
  @Test func `a search while photos are edited on another node finds none that it would not find as it is`()
    async throws
  {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      for number in 0..<8 { try await nodes.first.stores.add(number, by: ada, caption: "alpha beta") }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for round in 0..<15 {
              let edit = PhotoEdit(
                caption: round.isMultiple(of: 2) ? "gamma delta" : "alpha beta",
                visibility: round % 3 == 0 ? .private : .public)
              try await nodes.first.stores.edit(Sample.photoID(number), edit)
            }
          }
        }
        for round in 0..<40 {
          let (word, reader) = (round.isMultiple(of: 2) ? "alpha" : "delta", round % 3 == 0 ? ada.id : nil)
          let query = PhotoTextQuery(try SearchText(word), scope: .readable(by: reader), limit: 100)
          for photo in try await nodes.second.photos(matching: query) {
            #expect(photo.record.caption.contains(word))
            #expect(reader != nil || photo.record.visibility == .public)
          }
        }
        try await group.waitForAll()
      }
      for node in [nodes.first, nodes.second] {
        let found = try await node.stores.found("gamma", by: ada)
        #expect(found == [7, 6, 5, 4, 3, 2, 1, 0])
        #expect(try await node.stores.found("alpha", by: ada) == [])
      }
    }
  }

  @Test func `of more than a thousand photos the best of the newest come first, and each comes once while others come`()
    async throws
  {
    try await Self.withStores { stores in
      let ada = try await stores.account("ada")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<1100 {
          let caption = number.isMultiple(of: 100) ? "meadow" : "Rex"
          group.addTask {
            try await stores.add(number, by: ada, caption: caption, fileName: "meadow.jpg")
          }
        }
        try await group.waitForAll()
      }
      let query = PhotoTextQuery(try SearchText("meadow"), scope: .readable(by: ada.id), limit: 7)
      let all = try await Self.pages(query, stores) { _ in }
      #expect(all.count == 1100 && Set(all).count == 1100)
      let captioned = try await stores.found("meadow")
      #expect(captioned.count == 11)
      let best = all.prefix { $0 % 100 == 0 }
      #expect((8...11).contains(best.count))
      #expect(Array(best) == Array(captioned.filter { best.contains($0) }))
      // By their moments, too.
      for (text, expected) in [("meadow", Array(0..<1100)), ("rex", (0..<1100).filter { $0 % 100 != 0 })] {
        var (query, taken) = (PhotoQuery(scope: .readable(by: ada.id), order: .taken, limit: 400), [Int]())
        query.text = try SearchText(text)
        while case let page = try await stores.records.photos(query), let last = page.last {
          taken += page.map { Int($0.id.low & 0xFFFF) }
          query.after = PhotoQuery.Cursor(behind: last, in: .taken)
        }
        #expect(taken == expected.reversed())
      }
      #expect(try await stores.found("meadow jpg", by: ada, pageLimit: 300).count == 1100)
      // More and better ones come meanwhile.
      let again = try await Self.pages(query, stores) { page in
        if page < 5 { try await stores.add(2000 + page, by: ada, caption: "meadow") }
      }
      #expect(again == all)
    }
  }

  /// The numbers of all photos that a search finds, of which something happens before each further page.
  private static func pages(
    _ query: PhotoTextQuery, _ stores: StoresUnderTest, _ body: (Int) async throws -> Void
  ) async throws -> [Int] {
    var (query, numbers, page) = (query, [Int](), 0)
    while case let found = try await stores.records.photos(matching: query), let last = found.last {
      numbers += found.map { Int($0.record.id.low & 0xFFFF) }
      query.after = last.cursor
      query.limit = 400
      page += 1
      try await body(page)
    }
    return numbers
  }

  @Test func `whatever is looked for, a search finds or is refused as invalid`() async throws {
    try await Self.withStores { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "Rex AND \"Bella\" 🐶 كلب")
      var random = SeededGenerator(seed: 15)
      let pieces = [
        "'", "\\", "*", "(", ")", "<->", "<2>", ":", ":*", ":A", "&", "|", "!", "AND", " ", "\u{0}", "rex", "b", "é",
        "🐶", "كلب", "\u{301}", "\u{FEFF}", "\u{10FFFF}", "犬", "\n", "_", ".", ",", "$1", "%", "9", "-", "ſ", "İ",
      ]
      for round in 0..<600 {
        let length = random.below(40)
        let text =
          round.isMultiple(of: 2)
          ? (0..<length).map { _ in pieces[random.below(pieces.count)] }.joined()
          : String(decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
        do {
          let found = try await stores.found(text, by: round % 3 == 0 ? ada : nil)
          #expect(found == [] || found == [1], "\(text)")
        } catch let error as WoofError {
          #expect(error.code == .invalidParameter, "\(text)")
        }
      }
    }
  }

  @Test func `words that are more than an index holds do not keep a photo from being added`() async throws {
    try await Self.withStores { stores in
      let ada = try await stores.account("ada")
      let words = (0..<60_000).map { "word\($0)" }.joined(separator: " ")
      let long = String(repeating: "x", count: 5000)
      let annotations = PhotoAnnotations(summary: words, keywords: [long])
      try await stores.add(1, by: ada, caption: "\(long) \(words)", fileName: words, annotations: annotations)
      #expect(try await stores.found("word1", by: ada) == [1])
      #expect(try await stores.found(String(repeating: "x", count: 200)) == [1])
    }
  }

  @Test func `photos that are there when the index is made are found`() async throws {
    try await Self.withStores { stores, node in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "Rex sleeps", fileName: "dog.jpg")
      for (number, visibility) in [(1, Visibility.public), (2, .private)] {
        try await stores.makeAlbum(number, by: ada, visibility: visibility)
        try await stores.put([1], into: Sample.albumID(number), for: ada)
      }
      let statements =
        [
          "DROP TABLE photo_words", "DROP TABLE waiting_words", "DROP AGGREGATE joined_words (tsvector)",
          "ALTER TABLE album DROP COLUMN title_words",
        ] + PostgresSchema.words + PostgresSchema.titles
      _ = try await node.pool.run(.writing(statements.map { PostgreSQLStatement($0) }), retryingAs: false)
      try await stores.expect("rex jpeg ada", everybody: [1], owner: [1], ada)
      try await stores.expect("dog", everybody: [], owner: [1], ada)
      try await stores.expect("album 1", everybody: [1], owner: [1], ada)
      try await stores.expect("album 2", everybody: [], owner: [1], ada)
    }
  }

  @Test func `no words across two titles, or a title and a caption, are one that is looked for`() async throws {
    try await Self.withStores { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, caption: "Rex 2030", takenAt: Sample.time(0))
      for (number, title) in [(1, "07 woods 2031"), (2, "08 lake 2032")] {
        try await stores.makeAlbum(number, by: ada)
        try await stores.change(Sample.albumID(number), .edit(AlbumEdit(title: title)), for: ada)
        try await stores.put([1], into: Sample.albumID(number), for: ada)
      }
      for text in ["2030-07", "2031-08", "2030-08", "2032-07"] {
        try await stores.expect(text, everybody: [], owner: [], ada)
      }
      try await stores.expect("2030 08 woods 2032", everybody: [1], owner: [1], ada)
    }
  }

  @Test func `where the words of many photos change, none is found by former ones, and all are by the new ones soon`()
    async throws
  {
    try await TwoNodes.with { nodes in
      let (stores, album) = (nodes.first.stores, Sample.albumID(1))
      let (ada, count) = (try await stores.account("ada"), AlbumTitleSQL.photosAtOnce + 50)
      try await stores.makeAlbum(1, by: ada)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            try await stores.add(number, by: ada, caption: "Rex")
            try await stores.put([number], into: album, for: ada)
          }
        }
        try await group.waitForAll()
      }
      while try await nodes.second.stores.found("rex album", by: ada).count < count {}
      for (title, former) in [("Urlaub", "album"), ("Ferien", "urlaub")] {
        try await stores.change(album, .edit(AlbumEdit(title: title)), for: ada)
        for node in [nodes.first, nodes.second] {
          #expect(try await node.stores.found(former) == [])
          #expect(try await node.stores.found(former, by: ada) == [])
        }
        while try await nodes.second.stores.found("\(title) rex").count < count {}
        #expect(try await stores.found(title, by: ada).count == count)
      }
      // What a node has left that is gone does another.
      let waiting = "INSERT INTO waiting_words SELECT number FROM photo"
      _ = try await nodes.first.pool.run(.writing([PostgreSQLStatement(waiting)]), retryingAs: false)
      #expect(try await stores.found("rex") == [])
      try await nodes.second.departures.finishAll()
      while try await stores.found("ferien", by: ada).count < count {}
    }
  }

  private static func withStores(_ body: (StoresUnderTest) async throws -> Void) async throws {
    try await withStores { stores, _ in try await body(stores) }
  }

  private static func withStores(_ body: (StoresUnderTest, PostgresStore) async throws -> Void) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { try await body($0.stores, $0) }
    }
  }
}
