// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// Searches of random libraries find what a search word by word finds, for everybody, in every order, page by page.
@Suite(.timeLimit(.minutes(5))) struct SearchPropertyTests {
  /// Of the larger library some words have so many photos that the timeline is gone through.
  @Test(arguments: [(60, 1), (2000, 2)])
  func `a search finds what a reader may find by words, and nothing else`(
    _ photoCount: Int, _ seed: UInt64
  ) async throws {
    try await withStorage { storage in
      let stores = storage.stores
      var accounts: [Principal] = []
      for name in SearchModel.names { accounts.append(try await stores.account(name)) }
      var model = SearchModel(photoCount: photoCount, seed: seed)
      try await model.add(to: stores, by: accounts)
      try await storage.indexAll()
      for round in 0..<60 {
        for _ in 0..<3 { try await model.changeOne(in: stores, by: accounts) }
        let text = model.text()
        for reader in [nil, 0, 1 + round % 3] {
          let principal = reader.map { accounts[$0] }
          let expected = model.found(text, by: reader)
          try await compare(
            text, by: principal, expected, in: stores, pageLimit: round % 2 == 0 ? 500 : 1 + photoCount / 7)
        }
      }
    }
  }

  private func compare(
    _ text: String, by reader: Principal?, _ expected: [SearchModel.Photo], in stores: StoresUnderTest, pageLimit: Int
  ) async throws {
    let numbers = expected.map(\.number)
    let found = try await stores.found(text, by: reader, pageLimit: pageLimit)
    #expect(Set(found).count == found.count && found.sorted() == numbers.sorted(), "\(text)")
    let byDate = try await stores.foundByDate(text, by: reader, pageLimit: pageLimit)
    #expect(byDate == numbers, "\(text)")
    let view = TimelineView.found(try SearchText(text), by: reader?.id)
    let months = try await stores.timelines.months(of: view)
    #expect(months.map(\.count).reduce(0, +) == numbers.count, "\(text)")
    let ratioCount = try await stores.timelines.ratios(of: view).count
    #expect(ratioCount == numbers.count, "\(text)")
    guard let month = months.last else { return }
    let part = try await stores.timelines.part(TimelineQuery(view, month: month.month, limit: 500))
    #expect(
      part.entries.map { Int($0.id.low & 0xFFFF) } == numbers.suffix(month.count).prefix(500).map { $0 }, "\(text)")
    // A span that begins and ends at photos that are found.
    guard let first = expected.last?.moment, let middle = expected[expected.count / 2].moment as Timestamp? else {
      return
    }
    let spanned = try await stores.foundByDate(text, by: reader, in: first..<middle, pageLimit: pageLimit)
    #expect(spanned == expected.filter { first <= $0.moment && $0.moment < middle }.map(\.number), "\(text)")
  }
}

extension StoresUnderTest {
  /// The numbers of the photos that a search finds, the latest first, read in pages.
  func foundByDate(
    _ text: String, by reader: Principal? = nil, in moments: Range<Timestamp>? = nil, pageLimit: Int
  ) async throws -> [Int] {
    var query = PhotoQuery(
      scope: .readable(by: reader?.id), order: .taken, moments: moments, text: try SearchText(text), limit: pageLimit)
    var numbers: [Int] = []
    while true {
      let page = try await records.photos(query)
      #expect(page.count <= pageLimit)
      numbers += page.map { Int($0.id.low & 0xFFFF) }
      guard page.count == pageLimit, let last = page.last else { return numbers }
      query.after = PhotoQuery.Cursor(rank: last.moment.milliseconds, id: last.id)
    }
  }
}
